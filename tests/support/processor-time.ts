/** Does work, and returns this process's processor time in milliseconds, which doesn't depend on other load. */
export async function processorTime<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [value, (user + system) / 1000];
}
