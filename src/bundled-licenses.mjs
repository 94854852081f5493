import { readdir, readFile } from "node:fs/promises";

/**
 * The licenses of the packages that bundles are made of: name, version and license of each, and the text that it brings.
 * @param {readonly import("esbuild").Metafile[]} metafiles what esbuild tells of the bundles
 * @returns {Promise<string>} by name, so that the same packages give the same bytes
 */
export async function licensesOf(metafiles) {
  const folders = new Set(metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(packagesIn)));
  const licenses = await Promise.all([...folders].map(readLicense));
  const texts = licenses.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, text }) => `# ${name}\n\n${text}\n`);
  return `What docs-build's own files in this folder are made of, besides docs-build.\n\n${texts.join("\n")}`;
}

function packagesIn({ inputs }) {
  return Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
    const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return folder === undefined || bytesInOutput === 0 ? [] : [folder];
  });
}

async function readLicense(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const file = (await readdir(folder)).find((entry) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(entry));
  const holder = typeof author === "string" ? author : author?.name;
  // One package brings its license's name alone.
  const text = file === undefined ? `Copyright (c) ${holder ?? name}` : await readFile(`${folder}/${file}`, "utf8");
  return { name: `${name} ${version}, ${license}`, text: text.replaceAll("\r\n", "\n").trim() };
}
