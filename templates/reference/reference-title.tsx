import type { ReferenceView } from "../../src/model/view.ts";
import { Markup } from "../markup.tsx";
import { VersionMenu } from "./version-menu.tsx";

/** The title of a page of the reference, its version, and what is to be said about that version. */
export function ReferenceTitle({ view }: { readonly view: ReferenceView }) {
  const { title, contract, versions, notice } = view;
  return (
    <>
      <div className="reference-title">
        <h1>{title}</h1>
        <VersionMenu current={versions.find(({ current }) => current)?.id ?? contract.version} versions={versions} />
      </div>
      {notice !== null && (
        <aside className="admonition admonition-info" aria-label="About this version">
          <Markup html={notice} />
        </aside>
      )}
    </>
  );
}
