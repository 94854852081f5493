/**
 * Browsers list every address that a page has loaded, where each script and extension can read it. One that a contract puts
 * a key into is taken off that list as soon as it is on it. The list cannot be cleared in part.
 */
export function forgetAddress(url: string): void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(url).length === 0) return;
    performance.clearResourceTimings();
    observer.disconnect();
  });
  observer.observe({ type: "resource" });
}
