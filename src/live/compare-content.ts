import type { SchemaComparison, SchemaPlace } from "./compare-schemas.ts";
import type { Findings } from "./findings.ts";
import type { ContentView } from "./operation-view.ts";

export interface ContentComparison {
  readonly before: ContentView;
  readonly after: ContentView;
  readonly place: SchemaPlace;
  readonly findings: Findings;
  readonly schemas: SchemaComparison;
}

/** Compares the bodies of a request or response, each media type by itself. */
export function compareContent({ before, after, place, findings, schemas }: ContentComparison): void {
  for (const [type, schema] of before) {
    if (after.has(type)) schemas.compare(schema, after.get(type), place);
    else findings.add(place, [{ kind: "media-type-removed", effect: "other", message: `no ${type} now` }]);
  }
  for (const type of after.keys()) {
    if (before.has(type)) continue;
    findings.add(place, [{ kind: "media-type-added", effect: "compatible", message: `${type} now` }]);
  }
}
