import { isDeepStrictEqual } from "node:util";

import type { SiteModel } from "#shared/site-model.ts";

type Contracts = Pick<SiteModel, "contracts" | "apis">;

/** A model for another thread. It leaves out unchanged contracts, its largest part. */
export type ModelChange = Omit<SiteModel, keyof Contracts> & Partial<Contracts>;

/** Sends models from the building thread, without contracts that the other thread has already. */
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
    // An unchanged contract is the same object.
    const isSent = ({ contract, version }: VersionedContract, index: number): boolean =>
      contract === sent?.[index]?.contract && isDeepStrictEqual(version, sent[index].version);
    return sent?.length === contracts.length && contracts.every(isSent) ? change : this.#model;
  }
}

type VersionedContract = SiteModel["contracts"][number];

/** The model of a site without a build. */
export const emptyModel: SiteModel = {
  contracts: [],
  apis: [],
  documents: [],
  routes: { routes: [], routeByFile: new Map(), routeByKey: new Map() },
  parts: [],
  statics: [],
  directives: [],
};
