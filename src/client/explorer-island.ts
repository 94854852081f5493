/* The island of an operation, by the name it has in the markup. */
export { Explorer as explorer } from "./islands/explorer.tsx";
