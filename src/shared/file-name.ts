/** In bytes: file systems end a name after 255, and a number or an ending may follow. */
const longest = 200;

/** Windows treats these names as devices, whatever the extension. */
const device = /^(con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?=\.|$)/i;

/** Characters that some system forbids, and what Windows drops at the end. */
const refused = /[\p{Cc}\p{Surrogate}<>:"/\\|?*]|[. ]+$/gu;

/**
 * The name of a file that every system takes: the name itself, or what of it can be read and a hash of the whole. So two
 * names are two files, also where one is 300 characters long or is called `con`.
 */
export function toFileName(name: string): string {
  const allowed = cut(name.replace(refused, "-").replace(device, "$1-"));
  return allowed === name ? name : `${allowed}-${hashOf(name)}`;
}

function cut(name: string): string {
  // Each of a text's characters takes three bytes at most.
  if (name.length * 3 <= longest) return name;
  let [size, end] = [0, 0];
  for (const character of name) {
    size += encodeURIComponent(character).replace(/%../g, " ").length;
    if (size > longest) return name.slice(0, end);
    end += character.length;
  }
  return name;
}

/** FNV-1a: Node and browsers share no synchronous hash of their own. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
