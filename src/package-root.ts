import { fileURLToPath } from "node:url";

/** Absolute path of the package, with a trailing slash. This module lies one level below it, compiled or not. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));
