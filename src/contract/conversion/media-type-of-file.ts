const typeByExtension: ReadonlyMap<string, string> = new Map([
  ["csv", "text/csv"],
  ["gif", "image/gif"],
  ["heic", "image/heic"],
  ["jpeg", "image/jpeg"],
  ["jpg", "image/jpeg"],
  ["json", "application/json"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["tif", "image/tiff"],
  ["tiff", "image/tiff"],
  ["txt", "text/plain"],
  ["webp", "image/webp"],
  ["xml", "application/xml"],
  ["zip", "application/zip"],
]);

/** The media type of a file by its extension, if it is among the accepted ones; else the first of these. */
export function mediaTypeOfFile(fileName: string, accepted: readonly string[]): string {
  const known = typeByExtension.get(fileName.split(".").at(-1)?.toLowerCase() ?? "");
  const isAccepted = known !== undefined && (accepted.length === 0 || accepted.includes(known));
  return isAccepted ? known : (accepted[0] ?? "application/octet-stream");
}
