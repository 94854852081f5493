/** So many characters of the text below a node. */
export function rangeIn(root: Node, start: number, length: number): Range {
  const range = new Range();
  let passed = 0;
  for (const node of textsIn(root)) {
    const end = passed + node.data.length;
    if (passed <= start && start < end) range.setStart(node, start - passed);
    if (passed < start + length && start + length <= end) range.setEnd(node, start + length - passed);
    passed = end;
  }
  return range;
}

export function textsIn(root: Node): readonly Text[] {
  if (root instanceof Text) return [root];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  return texts;
}
