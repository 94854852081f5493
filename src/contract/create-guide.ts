import type { AuthenticationSetting } from "#shared/config.ts";
import { checkRequest } from "#shared/conformance/check-request.ts";
import { checkSample } from "#shared/conformance/check-sample.ts";
import type { ContractGuide } from "#shared/conformance/contract-guide.ts";
import { toCodeSamples, toSampleSettings } from "#shared/samples/code-samples.ts";

type GuideInputs = Pick<ContractGuide, "contract" | "htmlByText" | "hrefOf">;

/** A contract as pages use it. */
export function createGuide(inputs: GuideInputs, authentication: AuthenticationSetting): ContractGuide {
  const { contract } = inputs;
  const settings = toSampleSettings(authentication);
  return {
    ...inputs,
    checkBody: (target, value, isPartial) => checkSample(contract, { target, value, isPartial }),
    checkRequest: (operation, request) => checkRequest(contract, operation, request),
    toSamples: (request) => toCodeSamples(request, settings),
  };
}
