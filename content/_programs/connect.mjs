// Connects a carrier or a debtor under your own ID, once, and heeds the status of the relationship.
import { call } from "./api.mjs";
import { createOnce, find, listAll } from "./create-once.mjs";

/** `kind` is "carrier" or "debtor", `search` what it must be found by, and nothing else. */
export async function connect(kind, id, search) {
  const path = `/${kind}_relationships/`;
  const isOurs = (one) => one.external_id === id;
  const look = () =>
    kind === "carrier"
      ? find(path, isOurs, { external_id: id })
      : call("GET", `${path}${encodeURIComponent(id)}/`).catch(nullFor404);
  const create = async () => {
    const companies = await listAll(`/${kind}s/`, search);
    const [company, another] = companies.filter((one) => fits(one, search));
    if (!company || another) throw new Error(`The search finds not exactly one ${kind}.`);
    return call("POST", path, { json: { [`${kind}_id`]: company.id, external_id: id } });
  };
  const found = (await look()) ?? (await createOnce(`${kind} ${id}`, create, look));
  if (!isOurs(found)) throw new Error(`${id} was asked for, ${found.external_id} came.`);
  if (found.status === "PENDING")
    console.error(`${id} is PENDING: a real load may have to wait.`);
  else if (found.status !== "APPROVED")
    throw new Error(`${id} is ${found.status}: ask first.`);
}

/** Whether the company has what was searched for: an API may ignore a filter that it doesn't know. */
function fits(company, search) {
  return Object.entries(search).every(([name, word]) =>
    name in company
      ? company[name] === word
      : Object.values(company).some((text) =>
          `${text}`.toLowerCase().includes(word.toLowerCase()),
        ),
  );
}

/** 404 is what we expect where there is no such record. */
function nullFor404(error) {
  if (error.status === 404) return null;
  throw error;
}
