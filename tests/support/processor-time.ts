/** Does work, and tells how many milliseconds of processor time this process took meanwhile: a busy machine doesn't lengthen it. */
export async function processorTime<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [value, (user + system) / 1000];
}
