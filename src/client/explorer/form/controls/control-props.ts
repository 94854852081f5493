import type { JsonObject } from "../../../../model/json.ts";
import type { JsonNode } from "../../json/json-node.ts";
import type { ResolvedSchema } from "../../schema/resolve-schema.ts";

/** What every control takes. */
export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly schema: ResolvedSchema;
  readonly document: JsonObject;
  readonly node: JsonNode;
  readonly onChange: (node: JsonNode) => void;
  /** Ids of the elements that describe the control. */
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}
