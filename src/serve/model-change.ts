import { isDeepStrictEqual } from "node:util";

import type { DocumentOutline } from "#shared/document.ts";
import type { SiteModel } from "#shared/site-model.ts";

/** What differs from the model that was told before: what is left out of it is as it was. */
export interface ModelChange {
  readonly contracts?: Pick<SiteModel, "contracts" | "apis">;
  readonly routes?: SiteModel["routes"];
  readonly parts: SiteModel["parts"];
  readonly statics: SiteModel["statics"];
  readonly directives: SiteModel["directives"];
  /** All of them by file, in their order: null for one that is as it was. */
  readonly documents: readonly (readonly [file: string, document: DocumentOutline | null])[];
}

/** On the building thread: keeps the last model, and tells what is new of it. What nobody changed is the very same object. */
export class ModelTeller {
  #model: SiteModel = emptyModel;
  #told: SiteModel = emptyModel;

  take(model: SiteModel): void {
    this.#model = model;
  }

  tell(): ModelChange {
    const { contracts, apis, documents, routes, parts, statics, directives } = this.#model;
    const told = this.#told;
    this.#told = this.#model;
    const isSame = told.contracts.length === contracts.length && contracts.every(isAsIn(told));
    const known = new Set(told.documents);
    return {
      ...(!isSame && { contracts: { contracts, apis } }),
      ...(routes !== told.routes && { routes }),
      ...{ parts, statics, directives },
      documents: documents.map((document) => [document.file, known.has(document) ? null : document] as const),
    };
  }
}

function isAsIn({ contracts }: SiteModel) {
  return ({ contract, version }: SiteModel["contracts"][number], index: number): boolean =>
    contracts[index]?.contract === contract && isDeepStrictEqual(contracts[index].version, version);
}

/** Of a site that nobody has built yet. */
export const emptyModel: SiteModel = {
  contracts: [],
  apis: [],
  documents: [],
  routes: { routes: [], routeByFile: new Map(), routeByKey: new Map() },
  parts: [],
  statics: [],
  directives: [],
};

/** A model with what changed of it. */
export function changeModel(model: SiteModel, { documents, contracts, ...change }: ModelChange): SiteModel {
  const known = new Map(model.documents.map((document) => [document.file, document]));
  return {
    ...{ routes: model.routes, ...change },
    ...(contracts ?? { contracts: model.contracts, apis: model.apis }),
    documents: documents.flatMap(([file, document]) => document ?? known.get(file) ?? []),
  };
}
