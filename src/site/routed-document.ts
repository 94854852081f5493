import type { Document } from "../model/document.ts";
import type { Route } from "../model/route.ts";

/** A document with the route it is published at. */
export interface RoutedDocument {
  readonly route: Route;
  readonly document: Document;
}
