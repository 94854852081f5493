/** An input that passes a limit. The message ends the sentence "the file …": it is the author's to read. */
export class LimitError extends Error {
  override readonly name = "LimitError";
}
