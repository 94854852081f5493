// Connects a carrier or a debtor under your own ID, once, and heeds the status of the relationship.
import { call } from "./api.mjs";
import { createOnce, find, listAll } from "./create-once.mjs";

/** `kind` is "carrier" or "debtor", `search` what the search must find it by, and only it. */
export async function connect(kind, id, search) {
  const path = `/${kind}_relationships/`;
  const look = () =>
    kind === "carrier"
      ? find(path, () => true, { external_id: id })
      : call("GET", `${path}${encodeURIComponent(id)}/`).catch(nullFor404);
  const create = async () => {
    const [company, another] = await listAll(`/${kind}s/`, search);
    if (!company || another) throw new Error(`The search finds not exactly one ${kind}.`);
    return call("POST", path, { json: { [`${kind}_id`]: company.id, external_id: id } });
  };
  const { status } = (await look()) ?? (await createOnce(`${kind} ${id}`, create, look));
  if (status === "PENDING")
    console.error(`${id} is PENDING: a real load may have to wait.`);
  else if (status !== "APPROVED") throw new Error(`${id} is ${status}: ask first.`);
}

/** 404 is what we expect where there is no such record. */
function nullFor404(error) {
  if (error.status === 404) return null;
  throw error;
}
