/** The words of command lines: names, numbers and flags as a shell takes them. */
import type { checkImportOptions } from '#core/options';
import { type BuildOptions, buildOptions, changedFlags, type ImportOptions, importOptions } from '#core/options';
import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';

/** Returns the command line of a verb on a document, with the import options that its mesh was read with. */
export function line(
  verb: string,
  document: PageDocument,
  query: readonly string[],
  flags: readonly string[],
  importing: typeof importOptions | typeof checkImportOptions = importOptions,
): string {
  return words('boxwood', ...verb.split(' '), document.summary.name, ...query, ...flags, ...changedFlags(importing, importingOf(document)));
}

/** Returns the import options of a document that make a difference. */
export function importingOf({ summary: { mesh } }: PageDocument): Partial<ImportOptions> {
  if (mesh === null) return {};
  const { colliders, ...others } = mesh.importing;
  // Without separate colliders the choice makes no difference.
  return colliders === 'apart' && mesh.colliders.length === 0 ? others : mesh.importing;
}

/** Returns the flags of the shown tree, where it is not the default: it changes the cost, not the result. */
export function kindFlags(store: Store, document: PageDocument): readonly string[] {
  const options: BuildOptions | undefined = store.scene.peek().trees.get(document.summary.id)?.summary.options;
  return options === undefined ? [] : changedFlags({ kind: buildOptions.kind }, { kind: options.kind });
}

/** Returns numbers with all their digits, separated by commas. */
export function vectorWord(values: readonly number[]): string {
  return values.map(plainNumber).join(',');
}

/** Joins the words of a command line, quoted so that shells take any name. A value that begins with a minus sign needs no quotes: no flag has its form. */
export function words(...all: readonly string[]): string {
  return all.map((word) => (/^[\w.,:/+=@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
