/** Where a text stands: in a member of that name, of an object that is called so. Null where nobody says. */
export interface TextPlace {
  readonly name: string | null;
  readonly owner: string | null;
}

/** What readers expect of a member of that name: `ver_1` for the `id` of a version. Else the words of the name, if it has any. */
export function textByName({ name, owner }: TextPlace): string | null {
  const words = wordsOf(name ?? "");
  if (words.length < 3 && words !== "id") return null;
  const id = /^(?:(.+)_)?ids?$/.exec(words);
  if (id !== null) return `${(id[1] ?? wordsOf(owner ?? "id")).slice(0, 3)}_1`;
  if (/^(?:display_|full_)?(?:name|title)$/.test(words)) return `Example ${spoken(wordsOf(owner ?? words))}`;
  return usual.find(([ending]) => ending.test(words))?.[1] ?? spoken(words);
}

/** The name of one of several: `versions` has a version in each place. */
export function singular(name: string | null): string | null {
  return name && name.replace(/ies$/, "y").replace(/([^su])s$/, "$1");
}

/** `createdAt` to `created_at`. */
function wordsOf(name: string): string {
  const split = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/[^A-Za-z\d]+/g, "_");
  return split.toLowerCase().replace(/^_+|_+$/g, "");
}

function spoken(words: string): string {
  return words.replaceAll("_", " ");
}

/** The first ending that fits; hosts, addresses and numbers are those that are reserved for examples. */
const usual: readonly (readonly [ending: RegExp, text: string])[] = [
  [/(?:^|_)e?mail(?:_address)?$/, "name@example.com"],
  [/(?:^|_)(?:avatar|image|img|photo|picture|logo|icon)(?:_ur[il])?$/, "https://example.com/image.png"],
  [/(?:^|_)(?:ur[il]|href|link|website|homepage|webhook)$/, "https://example.com/"],
  [/(?:^|_)(?:uuid|guid)$/, "123e4567-e89b-12d3-a456-426614174000"],
  [/_at$|(?:^|_)(?:timestamp|datetime)$/, "2025-01-15T09:30:00Z"],
  [/(?:^|_)(?:date|birthday)$|_on$/, "2025-01-15"],
  [/(?:^|_)(?:phone|mobile|fax)(?:_number)?$/, "+12025550142"],
  [/(?:^|_)(?:user_?name|login|handle|nickname|first_name|given_name)$/, "ada"],
  [/(?:^|_)country(?:_code)?$/, "US"],
  [/(?:^|_)currency(?:_code)?$/, "USD"],
  [/(?:^|_)(?:language|locale|lang)(?:_code)?$/, "en"],
  [/(?:^|_)time_?zone$/, "UTC"],
  [/(?:^|_)(?:city|town)$/, "Springfield"],
  [/(?:^|_)(?:zip|postal)(?:_?code)?$/, "12345"],
  [/(?:^|_)street(?:_address)?$/, "1 Main Street"],
  [/(?:^|_)version$/, "1.0.0"],
  [/(?:^|_)colou?r$/, "#336699"],
  [/(?:^|_)file_?name$/, "file.txt"],
  [/(?:^|_)(?:mime|content|media)_type$/, "text/plain"],
  [/(?:^|_)ip(?:_address)?$/, "192.0.2.1"],
  [/(?:^|_)(?:host(?:name)?|domain)$/, "example.com"],
  [/(?:^|_)(?:amount|price|balance|cost)$/, "1.00"],
];
