import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'vitest';
import type { DecodeDraco } from '#core/import/importer';
import { corpusFolder } from '../bench/corpus-folder.ts';
import { createDracoDecoder } from '../../main/worker/draco-decoder.ts';

/**
 * The real meshes beside the project: `../shared/meshes`, or the folder that BOXWOOD_CORPUS names. They are used in
 * place and never copied. Where the folder is absent the corpus suites are skipped and say so; with CI set, or
 * REQUIRE_CORPUS=1, its absence fails.
 */
export { corpusFolder };

const present = existsSync(join(corpusFolder, 'MANIFEST.tsv'));
const required = Boolean(process.env['CI'] || process.env['REQUIRE_CORPUS']);

/** A suite over real meshes. */
export function describeCorpus(name: string, suite: () => void): void {
  if (present) describe(name, suite);
  else if (required) throw new Error(`The corpus is required, but there is no MANIFEST.tsv in ${corpusFolder}`);
  else {
    console.warn(`SKIPPED "${name}": no corpus in ${corpusFolder}; set BOXWOOD_CORPUS to its folder`);
    // A skipped suite's body would still run, and most read the corpus to name their tests.
    describe.skip(`${name} (no corpus folder)`, () => it('needs the corpus', () => {}));
  }
}

export interface CorpusFile {
  /** Relative to the corpus folder, with forward slashes. */
  readonly path: string;
  /** As the manifest spells it: `OBJ`, `STL ascii`, `PLY binary_little_endian`, `glTF`, `GLB`, … */
  readonly format: string;
  /** `null` where the manifest has none. */
  readonly triangles: number | null;
  readonly vertices: number | null;
  readonly purpose: string;
  readonly computed: string;
}

export function corpusFiles(): readonly CorpusFile[] {
  return readTable(join(corpusFolder, 'MANIFEST.tsv')).map((row) => ({
    path: row['path'] ?? '',
    format: row['format'] ?? '',
    triangles: countOf(row['triangles']),
    vertices: countOf(row['vertices']),
    purpose: row['purpose'] ?? '',
    computed: row['computed'] ?? '',
  }));
}

export function readCorpus(path: string): Uint8Array {
  return readFileSync(join(corpusFolder, path));
}

/** An import context over the corpus: side files come from the file's own folder, Draco is decoded as the product does. */
export function corpusContext(path: string): {
  fileName: string;
  progress: () => void;
  readSideFile: (relative: string) => Promise<Uint8Array | null>;
  decodeDraco: DecodeDraco;
} {
  const folder = dirname(join(corpusFolder, path));
  return {
    fileName: basename(path),
    progress: () => {},
    readSideFile: async (relative) => {
      const side = join(folder, relative);
      return existsSync(side) ? readFileSync(side) : null;
    },
    decodeDraco: createDracoDecoder(),
  };
}

/**
 * A tab-separated table with a head line, as records.
 * @throws Error without a row: a loop over it would check nothing.
 */
export function readTable(path: string): readonly Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new Error(`${path} has no rows`);
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

function countOf(text: string | undefined): number | null {
  return text === undefined || text === '' || text === '-' ? null : Number(text);
}
