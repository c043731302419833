import { join, parse, resolve, sep } from 'node:path';
import { invalidArgument } from '#core/error';
import { listKey } from '../check/files-from.ts';
import { isAddress, parseAddress, shownFile } from '../../remote/address.ts';

/**
 * Returns where each file of a list is baked: below `folder`, at its path below the deepest folder that all files share, with another
 * extension. So the place does not depend on the shard. A folder at an address is possible.
 * @throws InspectorError `invalid-argument` for two files with the same output, and for an output that is an input.
 */
export function outputNames(files: readonly string[], folder: string, extension: string): readonly string[] {
  const paths = files.map(partsOf);
  const shared = sharedFolders(paths);
  const seen = new Map<string, number>();
  const inputs = new Map(files.map((file, i) => [listKey(file).toLowerCase(), i]));
  return paths.map((parts, i) => {
    const below = parts.slice(shared);
    const name = `${parse(below.at(-1)!).name}.${extension}`;
    const out = [...below.slice(0, -1), name].join('/');
    const other = seen.get(out.toLowerCase());
    if (other !== undefined)
      throw invalidArgument(
        `${shownFile(files[other]!)} and ${shownFile(files[i]!)} have the same output ${out}`,
        'Bake them in two runs, into two folders',
      );
    // Some disks ignore case.
    seen.set(out.toLowerCase(), i);
    const path = isAddress(folder) ? `${folder.replace(/\/$/, '')}/${out}` : join(folder, out);
    const input = inputs.get(listKey(path).toLowerCase());
    if (input !== undefined) {
      const is = input === i ? 'the file itself' : `the file ${shownFile(files[input]!)} of the list`;
      throw invalidArgument(`The output of ${shownFile(files[i]!)} is ${is}`, 'Give another folder: a bake never replaces its source');
    }
    return path;
  });
}

/** The server or disk, the folders, and the name of a file. */
function partsOf(file: string): readonly string[] {
  if (!isAddress(file)) return ['', ...resolve(file).split(sep)];
  const { shown } = parseAddress(file);
  return decodeURIComponentOrText(shown, file)
    .split(/:?\/+/)
    .map((part) => (part === '..' || part === '.' ? '_' : part.replace(/[\\:\0]/g, '_')));
}

/** Keys of S3 are literal, paths of web servers are encoded. */
function decodeURIComponentOrText(shown: string, file: string): string {
  if (/^s3:/i.test(file)) return shown;
  try {
    return decodeURIComponent(shown);
  } catch {
    return shown;
  }
}

/** Number of folders at the beginning of all paths. */
function sharedFolders(paths: readonly (readonly string[])[]): number {
  const [first = []] = paths;
  let shared = Math.max(0, first.length - 1);
  for (const path of paths) {
    shared = Math.min(shared, path.length - 1);
    for (let i = 0; i < shared; i++) if (path[i] !== first[i]) shared = i;
  }
  return shared;
}
