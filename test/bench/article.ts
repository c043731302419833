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

/** What the newest recorded run measured of it. */
export const articleFile = join(projectFolder, 'test/bench/article.tsv');

/** A tree as the article has it or goes without: two seeds or the middle, leaves stored or not, boxes of 32 or 16 bits. */
export interface ArticleRow {
  readonly split: 'median' | 'seeds';
  readonly storage: 'aabb' | 'leaf-free' | 'quantised' | 'compressed';
  /** Of the whole tree. */
  readonly bytesPerTriangle: number;
  /** Of one query, microseconds: the mesh against itself at a pose, which is what the article measures; a ray; a sphere. */
  readonly pose: number;
  readonly ray: number;
  readonly sphere: number;
  /** Volumes tested for one of each; pairs of them for a pose. */
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
 * The comparison of Wang, Wang & Li 2010: traversal time and bytes with and without the split by two seeds and the storage without leaves,
 * with one triangle a leaf, as there, and the same descent for all. @throws Error when the trees do not give the same answers.
 */
export function measureArticle(mesh: TriangleMesh, counts: CompareCounts = defaultCounts): readonly ArticleRow[] {
  const variants = storages.flatMap((kind) =>
    splits.map((split) => ({ options: { ...defaultValues(buildOptions), kind, split, leafTriangles: 1 }, engine: 'typescript' as const })),
  );
  const records = compareVariants(mesh, variants, counts, noProgress);
  if (records.some(({ resultHash }) => resultHash !== records[0]?.resultHash))
    throw new Error('The trees of the article give different answers');
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
  { key: 'bytesPerTriangle', title: 'bytes a triangle' },
  { key: 'pose', title: 'tree against tree, µs a pose' },
  { key: 'poseVolumes', title: 'pairs of boxes a pose' },
  { key: 'ray', title: 'ray, µs' },
  { key: 'rayVolumes', title: 'boxes a ray' },
  { key: 'sphere', title: 'sphere, µs' },
  { key: 'sphereVolumes', title: 'boxes a sphere' },
] as const satisfies readonly { readonly key: keyof ArticleRow; readonly title: string }[];

const barLength = 40;

/** The comparison as bars of text, each figure by itself, the first row being 1. */
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

/** Keeps a run, in the place of the one before. */
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
