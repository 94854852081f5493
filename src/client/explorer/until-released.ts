/** Waits while something is pressed: what moved it from under the pointer would leave the press without a click. */
export async function untilReleased(): Promise<void> {
  if (!document.documentElement.matches(":active")) return;
  await new Promise(requestAnimationFrame);
  await untilReleased();
}
