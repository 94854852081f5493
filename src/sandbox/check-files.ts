import { escapeToken } from "../rules/json-pointer.ts";
import type { MediaType } from "../model/operation.ts";
import type { Fault } from "./answer.ts";
import { isTellable, typeOfName } from "../rules/file-type.ts";
import type { Incoming } from "./incoming.ts";
import type { Plan } from "./plan.ts";
import type { ReceivedFile } from "./read-content.ts";
import { fieldsOf, resolveSchema } from "./schema-fields.ts";

/** Holds the files of a form to what the contract says of their parts: that they are files, one each, of certain types. */
export function checkFiles({ call, members, files }: Incoming, { contract }: Plan): readonly Fault[] {
  const form = call.operation.requestBody?.content.find(({ type }) => type.startsWith("multipart/"));
  if (!form) return [];
  const fields = [...fieldsOf(form.schema, contract)].map(
    ([name, schema]) => [name, resolveSchema(schema, contract)] as const,
  );
  const shape = fields
    .filter(([name]) => Object.hasOwn(members, name))
    .flatMap(([name, schema]): readonly Fault[] => {
      const count = files.filter(({ part }) => part === name).length;
      const place = { in: "body", pointer: `/${escapeToken(name)}` } as const;
      const isFile = schema.format === "binary" || form.partTypes.has(name);
      if (isFile && count === 0)
        return [{ ...place, message: `\`${name}\` must be a file`, hint: `curl: -F '${name}=@file'` }];
      return count > 1 && !schema.types.includes("array")
        ? [{ ...place, message: `\`${name}\` takes one file, not ${count}` }]
        : [];
    });
  return [...shape, ...files.flatMap((file) => checkType(file, form))];
}

/** By its first bytes and by its name: what a sender says of a file is the least of it. */
function checkType({ part, fileName, bytes, contentType }: ReceivedFile, { partTypes }: MediaType): readonly Fault[] {
  const types = partTypes.get(part) ?? [];
  if (types.length === 0 || !types.every(isTellable)) return [];
  const place = { in: "body", pointer: `/${escapeToken(part)}` } as const;
  const hint = `one of ${types.join(", ")}`;
  if (bytes === 0) return [{ ...place, message: "the file is empty" }];
  if (contentType === null || !types.includes(contentType)) {
    return [{ ...place, message: "the content of the file is of another type", hint }];
  }
  const named = typeOfName(fileName);
  if (named === contentType) return [];
  const message = `the name of the file does not say what it holds: ${contentType}`;
  return [{ ...place, message, hint: named === null ? hint : `its name says ${named}` }];
}
