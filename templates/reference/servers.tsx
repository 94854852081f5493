import type { Operation } from "#shared/contract/operation.ts";
import type { Server } from "#shared/contract/server.ts";

import { ContractText } from "./reference-context.tsx";

/** An operation lists its servers if they differ from those of the whole contract. */
export function OperationServers({ operation: { servers, request } }: { readonly operation: Operation }) {
  if (request === null) return null;
  return servers.map((server) => (
    <div key={server.template} className="op-server">
      <p>
        {server.name === null ? "Server" : `Server ${server.name}:`} <code>{server.template}</code>
      </p>
      <ContractText text={server.description} />
      <ServerVariables server={server} />
    </div>
  ));
}

/** Users choose these parts of a server's address. */
export function ServerVariables({ server: { variables } }: { readonly server: Pick<Server, "variables"> }) {
  return variables.map(({ name, default: preset, enum: values, description }) => (
    <div key={name}>
      <p>
        <code>{`{${name}}`}</code>: <code>{preset}</code> (default)
        {values.length === 0
          ? " or any other value"
          : values.filter((value) => value !== preset).map((value) => [", ", <code key={value}>{value}</code>])}
      </p>
      <ContractText text={description} />
    </div>
  ));
}
