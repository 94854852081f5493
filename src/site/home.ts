import type { Config, ContractVersion, SidebarSetting } from "#shared/config.ts";
import { keyOfAddress, type Route, routeKey, toRoute } from "#shared/route.ts";

import type { RoutedDocument } from "./plan-routes.ts";

export interface HomeInputs {
  readonly config: Pick<Config, "sidebar" | "baseUrl">;
  readonly documents: readonly RoutedDocument[];
  readonly contracts: readonly { readonly version: ContractVersion }[];
}

/** Where the site begins: its front page; without one, its first listed page; without pages, its reference. */
export function homeOf({ config, documents, contracts }: HomeInputs): Route {
  const versions = contracts.map(({ version }) => version.route);
  const listed = documents
    .filter(({ route, document }) => !document.frontMatter.unlisted && routeKey(route) !== "/404")
    .map(({ route }) => route);
  const routes = new Map([...listed, ...versions].map((route) => [routeKey(route), route]));
  const inOrder = ["/", ...addressesIn(config.sidebar ?? []), ...routes.keys()];
  const first = inOrder.map((key) => routes.get(key)).find((route) => route !== undefined);
  return first ?? toRoute("/");
}

function addressesIn(settings: readonly SidebarSetting[]): readonly string[] {
  return settings.flatMap(({ to, items }) => [...(to === null ? [] : [keyOfAddress(to)]), ...addressesIn(items)]);
}
