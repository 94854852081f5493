import type { AuthenticationSetting } from "#shared/config.ts";
import { checkRequest } from "#shared/conformance/check-request.ts";
import { checkSample } from "#shared/conformance/check-sample.ts";
import type { ContractGuide } from "#shared/conformance/contract-guide.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { toCodeSamples, toSampleSettings } from "#shared/samples/code-samples.ts";

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
