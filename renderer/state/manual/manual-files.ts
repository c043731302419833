/**
 * The manual as the page has it: loaded when it is first opened, by `loadManual`. Keys are paths in the repository. The build puts the texts into a
 * script and the pictures next to it, so that the manual needs no network.
 */
const texts: Record<string, string> = import.meta.glob(
  ['../../../resources/manual/**/*.md', '../../../resources/formats/*.md', '../../../CHANGELOG.md'],
  { query: '?raw', import: 'default', eager: true },
);
const addresses: Record<string, string> = import.meta.glob('../../../resources/manual/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** (path in the repository, text in Markdown) */
export const manualTexts: ReadonlyMap<string, string> = byPath(texts);

/** (path in the repository, address in the page) */
export const pictureAddresses: ReadonlyMap<string, string> = byPath(addresses);

function byPath(files: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(files).map(([path, value]) => [path.replace(/^(\.\.\/)+/, ''), value]));
}
