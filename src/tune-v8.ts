import { setFlagsFromString } from "node:v8";

/*
 * A build is over before most of what V8 would optimise early pays for it, and optimising takes the core that the
 * second thread needs. What really runs hot is optimised all the same.
 */
setFlagsFromString("--interrupt-budget=900000");
