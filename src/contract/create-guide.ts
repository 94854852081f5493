import type { AuthenticationSetting } from "../model/config.ts";
import type { Contract } from "../model/contract.ts";
import type { ContractGuide } from "../model/contract-guide.ts";
import { checkRequest } from "./conformance/check-request.ts";
import { checkSample } from "./conformance/check-sample.ts";
import { toCodeSamples, toSampleSettings } from "../rules/code-samples.ts";

/** A contract as pages use it. `hrefOf` gives the address of an anchor of its reference. */
export function createGuide(
  contract: Contract,
  hrefOf: ContractGuide["hrefOf"],
  authentication: AuthenticationSetting,
): ContractGuide {
  const settings = toSampleSettings(authentication);
  return {
    contract,
    hrefOf,
    checkBody: (target, value, isPartial) => checkSample(contract, { target, value, isPartial }),
    checkRequest: (operation, request) => checkRequest(contract, operation, request),
    toSamples: (request) => toCodeSamples(request, settings),
  };
}
