import { setFlagsFromString } from "node:v8";

/*
 * A build is over before most of what V8 would optimise early pays for it, and optimising takes the core that the
 * second thread needs. What really runs hot is optimised all the same, but for WebAssembly: compiled a second time, the
 * engine that highlights code costs 120 ms and 15 MB, the renderer of the social image 200 ms and 50 MB. V8 complains
 * of a flag that it does not know, so each is for the versions that have it; later ones optimise later by themselves.
 */
const flagsByMajor: Readonly<Record<string, readonly string[]>> = {
  20: ["--interrupt-budget=900000", "--liftoff-only"],
  22: ["--liftoff-only"],
  24: ["--liftoff-only"],
};
const [major = ""] = process.versions.node.split(".");
for (const flag of flagsByMajor[major] ?? []) setFlagsFromString(flag);
