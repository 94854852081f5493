import type { ReferenceView } from "../../src/model/view.ts";
import { Breadcrumbs } from "../breadcrumbs.tsx";
import { ReferenceTitle } from "./reference-title.tsx";

/** The top of one of several pages of a reference. */
export function PartHeader({ view }: { readonly view: ReferenceView }) {
  return (
    <header className="part-header">
      <Breadcrumbs home={view.site.home} trail={view.breadcrumbs} />
      <ReferenceTitle view={view} />
    </header>
  );
}
