/** What a call does by its method, in the word that readers use for it; null for the rarer ones. */
export function actionOf(method: string, path: string): string | null {
  const isOfOne = /\}\/?$/.test(path);
  switch (method.toLowerCase()) {
    case "get":
      return isOfOne ? "read" : "list";
    case "post":
      return isOfOne ? "update" : "create";
    case "put":
    case "patch":
      return "update";
    case "delete":
      return "delete";
    default:
      return null;
  }
}

/**
 * What readers may call an operation, by what its place in the search says: `POST /v1/customers` as `POST customers` and
 * `create customers`. Shorter names that other operations may have as well come second.
 */
export function namesOfCall(trail: string): readonly [own: readonly string[], short: readonly string[]] {
  const [, method, path] = /^([A-Z]+) (\/\S*)/.exec(trail) ?? [];
  if (method === undefined || path === undefined) return [[], []];
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));
  const names = segments.filter((name) => !/^v?\d/i.test(name));
  const action = actionOf(method, path);
  // Who gets a customer mostly means one; who posts to customers, all of them.
  const call = method === "GET" || !path.includes("{") ? [`${method} ${names.join(" ")}`] : [];
  if (action === null) return [call, []];
  return [[...call, `${action} ${names.join(" ")}`], [`${action} ${names.at(-1) ?? ""}`]];
}
