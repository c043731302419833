import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { row } from './region.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that ships with Boxwood. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The text of its licence file. */
  readonly text: string;
}

/**
 * Returns the packages that ship: those that the product needs at run time, those that the build puts into the page, what these depend on, and
 * Electron, as they are installed.
 */
export function shippedPackages(): readonly ShippedPackage[] {
  const { dependencies = {} } = manifestIn(root);
  const waiting = [...Object.keys(dependencies), ...importedPackages('renderer'), ...importedPackages('core'), 'electron'];
  const names = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    // Electron's package is an installer, whose own dependencies do not ship.
    if (name !== 'electron') waiting.push(...Object.keys(manifestIn(folderOf(name)).dependencies ?? {}));
  }
  const sorted = [...names].toSorted();
  return sorted.map((name) => {
    const { version, license = 'unknown' } = manifestIn(folderOf(name));
    return { name, version, licence: license, text: licenceText(name) ?? commonText(name, license, sorted) };
  });
}

/** The text of another package with the same licence, and the author of this one: some packages leave the text out. */
function commonText(name: string, licence: string, names: readonly string[]): string {
  const like = names.find((other) => manifestIn(folderOf(other)).license === licence && licenceText(other) !== null);
  if (like === undefined) throw new Error(`No package has the text of ${licence}, which ${name} needs`);
  const { author } = manifestIn(folderOf(name));
  const holder = typeof author === 'string' ? author : (author?.name ?? `The authors of ${name}`);
  const text = licenceText(like)!;
  // The Apache licence names no holder in its own text.
  return licence === 'Apache-2.0' ? text : text.replace(/^copyright .*$/im, `Copyright (c) ${holder}`);
}

/** Makes the tables and texts of the page of licences. Packages with the same text share it. */
export function licencesPage(): string {
  const packages = shippedPackages();
  const rows = packages.map(({ name, version, licence }) => row(name, version, licence));
  const byText = new Map<string, string[]>();
  for (const { name, text } of packages) byText.set(text, [...(byText.get(text) ?? []), name]);
  const texts = [...byText].map(([text, names]) => `### ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``);
  return [row('package', 'version', 'licence'), '|---|---|---|', ...rows, '', '## Texts', '', texts.join('\n\n')].join('\n');
}

/** The packages that sources of a folder import, without those that only types come from. */
function importedPackages(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.includes('assembly'),
  );
  return files.flatMap((path) => {
    const source = readFileSync(join(root, folder, path), 'utf8');
    const withoutTypes = source.replace(/^import type [\s\S]*?;$/gm, '');
    return ts
      .preProcessFile(withoutTypes, true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => /^[a-z@]/.test(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
  });
}

/** `null` if the package has no text of its licence. */
function licenceText(name: string): string | null {
  const folder = folderOf(name);
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one));
  if (file !== undefined) return plain(readFileSync(join(folder, file), 'utf8'));
  const readme = readdirSync(folder).find((one) => /^readme/i.test(one));
  const section =
    readme === undefined ? null : /^#+ *licen[cs]e *\n+([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(readFileSync(join(folder, readme), 'utf8'));
  const text = plain(section?.[1] ?? '');
  // A heading and one word are no text.
  return text.length < 200 ? null : text;
}

/** Without spaces at line ends, and without what would end a block of code. */
function plain(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(/[ \t]+$/gm, '')
    .replaceAll('```', "'''")
    .trim();
}

function folderOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) throw new Error(`${name} is not installed: run npm ci`);
  return folder;
}

function manifestIn(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
}
