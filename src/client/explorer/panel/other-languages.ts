import "./common-chunk.ts";

/* What fewer readers want a request in. */
export { toJavaScript } from "#shared/samples/javascript.ts";
export { toPython } from "#shared/samples/python.ts";
