import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVariants, type KindRecord } from '#core/job/compare-kinds';
import { defaultCounts, type CompareCounts } from '#core/job/compare-tasks';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { projectFolder } from './corpus-folder.ts';
import { whereRun } from './history.ts';

/** The newest recorded run. */
export const articleFile = join(projectFolder, 'test/bench/article.tsv');

/** A variant of the article: split by two seeds or the median, leaves stored or not, boxes of 32 or 16 bits. */
export interface ArticleRow {
  readonly split: 'median' | 'seeds';
  readonly storage: 'aabb' | 'leaf-free' | 'quantised' | 'compressed';
  /** Of the whole tree. */
  readonly bytesPerTriangle: number;
  /** Microseconds per query: the mesh against itself at a pose, as in the article; a ray; a sphere. */
  readonly pose: number;
  readonly ray: number;
  readonly sphere: number;
  /** Nodes tested per query; pairs of nodes for a pose. */
  readonly poseVolumes: number;
  readonly rayVolumes: number;
  readonly sphereVolumes: number;
}

const splits = ['median', 'seeds'] as const;
const storages = ['aabb', 'leaf-free', 'quantised', 'compressed'] as const;
export const storageTitles = {
  aabb: 'leaves stored',
  'leaf-free': 'leaf-free',
  quantised: 'leaves stored, 16 bits',
  compressed: 'leaf-free, 16 bits',
} as const;
export const splitTitles = { median: 'spatial median', seeds: 'two seeds' } as const;

/**
 * The comparison of Wang, Wang & Li 2010: traversal time and bytes with and without the two-seed split and the leaf-free storage,
 * with one triangle per leaf, as there, and the same descent for all. @throws Error if the results of the trees differ.
 */
export function measureArticle(mesh: TriangleMesh, counts: CompareCounts = defaultCounts): readonly ArticleRow[] {
  const variants = storages.flatMap((kind) =>
    splits.map((split) => ({ options: { ...defaultValues(buildOptions), kind, split, leafTriangles: 1 }, engine: 'typescript' as const })),
  );
  const records = compareVariants(mesh, variants, counts, noProgress);
  if (records.some(({ resultHash }) => resultHash !== records[0]?.resultHash))
    throw new Error('The trees of the article return different results');
  return records.map((record, i) => rowOf(record, splits[i % splits.length]!, storages[Math.floor(i / splits.length)]!));
}

function rowOf({ statistics, rays, spheres, motions }: KindRecord, split: ArticleRow['split'], storage: ArticleRow['storage']): ArticleRow {
  return {
    split,
    storage,
    bytesPerTriangle: statistics.bytesPerTriangle,
    pose: motions.microseconds,
    ray: rays.microseconds,
    sphere: spheres.microseconds,
    poseVolumes: motions.nodesVisited,
    rayVolumes: rays.nodesVisited,
    sphereVolumes: spheres.nodesVisited,
  };
}

export const articleFigures = [
  { key: 'bytesPerTriangle', title: 'bytes per triangle' },
  { key: 'pose', title: 'tree against tree, µs per pose' },
  { key: 'poseVolumes', title: 'node pairs per pose' },
  { key: 'ray', title: 'ray, µs' },
  { key: 'rayVolumes', title: 'nodes per ray' },
  { key: 'sphere', title: 'sphere, µs' },
  { key: 'sphereVolumes', title: 'nodes per sphere' },
] as const satisfies readonly { readonly key: keyof ArticleRow; readonly title: string }[];

const barLength = 40;

/** Returns the comparison as bars of text for each figure, relative to the first row. */
export function articleBars(rows: readonly ArticleRow[]): string {
  const blocks = articleFigures.map(({ key, title }) => {
    const max = Math.max(...rows.map((row) => row[key]));
    const lines = rows.map((row) => {
      const bar = '█'.repeat(Math.max(1, Math.round((barLength * row[key]) / max)));
      return `  ${splitTitles[row.split].padEnd(15)} ${storageTitles[row.storage].padEnd(23)} ${row[key].toPrecision(4).padStart(8)}  ${`× ${(row[key] / rows[0]![key]).toFixed(2)}`.padEnd(7)} ${bar}`;
    });
    return `${title}\n${lines.join('\n')}`;
  });
  return `Wang, Wang & Li 2010: two seeds and leaf-free storage, with and without\n\n${blocks.join('\n\n')}\n`;
}

/** Writes a run, in place of the previous one. */
export function recordArticle(rows: readonly ArticleRow[], file = articleFile): void {
  const where = whereRun();
  const head = ['version', 'date', 'node', 'processor', 'split', 'storage', ...articleFigures.map(({ title }) => title)];
  const lines = rows.map((row) => [
    ...where,
    row.split,
    row.storage,
    ...articleFigures.map(({ key }) => String(Number(row[key].toPrecision(4)))),
  ]);
  writeFileSync(file, [head, ...lines].map((line) => `${line.join('\t')}\n`).join(''));
}
