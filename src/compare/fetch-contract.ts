import { formatDocument, loadText } from "#contract/document-text.ts";
import { type ContractTools, readContract } from "#contract/read-contract.ts";
import { type DocumentRequest, showAddress } from "#read/fetch/document-request.ts";
import { type DocumentFormat, fetchDocument } from "#read/fetch/fetch-document.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, hasErrors, type Outcome } from "#shared/diagnostics/diagnostic.ts";

export interface ProviderContract {
  readonly contract: Contract;
  /** The document as `pull` writes it. */
  readonly text: string;
}

interface ProviderReading extends Outcome<ProviderContract | null> {
  /** The received and the formatted text, by the file names in findings. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Fetches the provider's document, formats it, and reads it like any contract. */
export async function fetchContract(
  request: DocumentRequest,
  notation: DocumentFormat,
  tools: ContractTools,
): Promise<ProviderReading> {
  const fetched = await fetchDocument(request);
  if (fetched.value === null) return { value: null, diagnostics: fetched.diagnostics, texts: new Map() };
  const received = { file: `received.${fetched.value.notation}`, text: fetched.value.text };
  const raw = new Map([[received.file, received.text]]);
  const { diagnostics: faults } = loadText(received.file, received.text);
  if (hasErrors(faults)) return { value: null, diagnostics: faults, texts: raw };

  // From here on positions are those of the formatted text: in a document of one line they would be of no help.
  const file = `received.${notation}`;
  const text = formatDocument(received.text, notation);
  const files = new Map([[file, text]]);
  const { value: contract, diagnostics } = await readContract({ file, files }, tools);
  if (contract === null) return { value: null, diagnostics, texts: files };
  if (contract.operations.length + contract.webhooks.length === 0) {
    const { url, credentials } = request;
    const message = `the document of ${showAddress(url)} has no operations`;
    const remedy =
      credentials === null
        ? "name a header and variable under live: in content/site.yaml"
        : `is the value of ${credentials.variable} right?`;
    const hint = `some servers leave out what the caller may not see: ${remedy}`;
    return { value: null, diagnostics: [...diagnostics, diagnose("live/answer", message, null, hint)], texts: files };
  }
  return { value: { contract, text }, diagnostics: [...fetched.diagnostics, ...diagnostics], texts: files };
}
