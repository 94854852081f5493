import { expect, test } from "vitest";

import { invoiceShipment } from "../support/agent-task.ts";
import { openAssistant } from "../support/mcp-client.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

test("who knows nothing of the API has a shipment invoiced in the sandbox after twelve calls, none of them large", async () => {
  await using assistant = await openAssistant(await buildShippedSite());
  const calls = await invoiceShipment(assistant);
  expect(calls.length).toBeLessThanOrEqual(12);
  expect(calls.filter(({ bytes }) => bytes > 8_000)).toEqual([]);
  // All that a model reads on the way.
  expect(calls.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(24_000);
});
