import type { AuthenticationSetting } from "../model/config.ts";
import type { Contract } from "../model/contract.ts";
import type { ContractGuide } from "../model/contract-guide.ts";
import { checkRequest } from "./check-request.ts";
import { checkSample } from "./check-sample.ts";
import { toCodeSamples, toSampleSettings } from "./code-samples.ts";

/** A contract as pages use it. `address` is that of its reference, base URL included. */
export function createGuide(contract: Contract, address: string, authentication: AuthenticationSetting): ContractGuide {
  const settings = toSampleSettings(authentication);
  return {
    contract,
    address,
    checkBody: (target, value, isPartial) => checkSample(contract, { target, value, isPartial }),
    checkRequest: (operation, request) => checkRequest(contract, operation, request),
    toSamples: (request) => toCodeSamples(request, settings),
  };
}
