import { isDeepStrictEqual } from "node:util";

import type { SiteModel } from "#shared/site-model.ts";

type Contracts = Pick<SiteModel, "contracts" | "apis">;

/** A model that goes to another thread: without its contracts, the largest part of it, where these are as they were. */
export type ModelChange = Omit<SiteModel, keyof Contracts> & Partial<Contracts>;

/** On the building thread: keeps the last model, and leaves out of the next one what the other thread has already. */
export class ModelTeller {
  #model: SiteModel = emptyModel;
  #sent: readonly VersionedContract[] | null = null;

  take(model: SiteModel): void {
    this.#model = model;
  }

  tell(): ModelChange {
    const { contracts, apis: _apis, ...change } = this.#model;
    const sent = this.#sent;
    this.#sent = contracts;
    const isSame = sent?.length === contracts.length && contracts.every((entry, index) => isSent(entry, sent[index]));
    return isSame ? change : this.#model;
  }
}

type VersionedContract = SiteModel["contracts"][number];

/** A contract that nobody changed is the very same object. */
function isSent({ contract, version }: VersionedContract, sent: VersionedContract | undefined): boolean {
  return contract === sent?.contract && isDeepStrictEqual(version, sent.version);
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
