import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildTree } from '../tree/build-tree.ts';
import { openTree, type SplitName, type Tree, type TreeKind } from '../tree/layout.ts';
import { treeStatistics, type TreeStatistics } from '../tree/statistics.ts';
import { loadTree } from '../tree/wide/load-tree.ts';
import { treeTightness, type Tightness } from '../tree/volume-measure.ts';
import { seededTasks, type CompareCounts, type CompareTasks } from './compare-tasks.ts';
import { countQueries, querySorts, type CountedQueries, type QueryCounts, type QuerySort } from './count-queries.ts';
import { leastMicroseconds } from './least-microseconds.ts';

export interface QueryCost extends QueryCounts {
  /** Of one query, in the quickest of several rounds. */
  readonly microseconds: number;
}

/** One row of the race: a kind of tree, or a split of the plainest kind, on one mesh. */
export interface KindRecord extends Readonly<Record<QuerySort, QueryCost>> {
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
  /** Of the quickest build, where there was time for several. */
  readonly buildMilliseconds: number;
  readonly tightness: Tightness;
  /** Hash of all answers: the same in every row, or something is wrong. */
  readonly answers: string;
}

/** A row whose queries wait for the clock. */
interface Counted {
  readonly facts: Pick<KindRecord, 'options' | 'statistics' | 'buildMilliseconds' | 'tightness'>;
  readonly queries: CountedQueries;
}

/** The rows are timed in so many turns, so that what slows the machine for a while slows all. */
const turns = 4;
/** Trees of so many bytes are held together; rows beyond them have turns of their own. */
const mostHeldBytes = 2 ** 30;
/** Of the mesh that all kinds are tried on first. */
const warmTriangles = 1000;
const warmCounts: CompareCounts = { rays: 200, spheres: 50, motions: 8, seed: 1, turnMilliseconds: 0 };
/** A tree that is built more quickly, in milliseconds, is built again to see how quickly. */
const quickBuild = 100;
const mostBuilds = 3;

/**
 * Builds every kind of tree with the split that is given, and every split as plain boxes, and compares them.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareKinds(mesh: TriangleMesh, options: BuildOptions, counts: CompareCounts, progress: Progress): readonly KindRecord[] {
  return compareVariants(mesh, everyVariant(options), counts, progress);
}

/**
 * Builds a tree by each of the options, and asks all the same seeded rays (all hits), spheres (all touches) and motions (whether the
 * surfaces meet). The mesh has a finite triangle.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareVariants(mesh: TriangleMesh, variants: readonly BuildOptions[], counts: CompareCounts, progress: Progress): readonly KindRecord[] {
  warmUp(mesh, variants, (fraction) => progress(0.04 * fraction));
  const tasks = seededTasks(mesh, counts);
  const records: KindRecord[] = [];
  let held: Counted[] = [], heldBytes = 0;
  for (const [i, variant] of variants.entries()) {
    const at = (fraction: number): void => progress(0.04 + (0.96 * (i + fraction)) / variants.length);
    const counted = countOn(mesh, variant, tasks, at);
    held.push(counted);
    heldBytes += counted.facts.statistics.bytes;
    if (i < variants.length - 1 && heldBytes < mostHeldBytes) continue;
    records.push(...timeInTurns(held, turns, counts.turnMilliseconds, () => at(1)));
    held = [];
    heldBytes = 0;
  }
  return records;
}

/** Every split as plain boxes, then every other kind with the split that is given. */
export function everyVariant(options: BuildOptions): readonly BuildOptions[] {
  // Keys of tables that are `as const`.
  const splits = Object.keys(buildOptions.split.choices) as SplitName[];
  const kinds = Object.keys(buildOptions.kind.choices) as TreeKind[];
  return [
    ...splits.map((split) => ({ ...options, kind: 'aabb' as const, split })),
    ...kinds.filter((kind) => kind !== 'aabb').map((kind) => ({ ...options, kind })),
  ];
}

/**
 * Every kind once on a small part of the mesh, untold: else the first rows would pay for what the engine compiles, and the last
 * ones for code that has seen every kind, which is slower than code that has seen one.
 */
function warmUp(mesh: TriangleMesh, variants: readonly BuildOptions[], progress: Progress): void {
  const part: TriangleMesh = { ...mesh, indices: mesh.indices.subarray(0, 3 * warmTriangles), parts: [] };
  const tasks = seededTasks(part, warmCounts);
  for (const [i, variant] of variants.entries()) {
    progress(i / variants.length);
    timeInTurns([countOn(part, variant, tasks, noProgress)], 1, warmCounts.turnMilliseconds, () => {});
  }
}

function countOn(mesh: TriangleMesh, options: BuildOptions, tasks: CompareTasks, progress: Progress): Counted {
  let tree: Tree | null = null;
  let buildMilliseconds = Infinity, spent = 0;
  for (let builds = 0; tree === null || (builds < mostBuilds && spent < quickBuild); builds++) {
    const start = performance.now();
    tree = openTree(buildTree(mesh, options, (fraction) => progress(0.7 * fraction)));
    const own = performance.now() - start;
    buildMilliseconds = Math.min(buildMilliseconds, own);
    spent += own;
  }
  const queries = countQueries(loadTree(tree, mesh), mesh, tasks, () => progress(0.7));
  progress(0.9);
  return { facts: { options, statistics: treeStatistics(tree), buildMilliseconds, tightness: treeTightness(tree) }, queries };
}

function timeInTurns(rows: readonly Counted[], turnCount: number, budget: number, goOn: () => void): readonly KindRecord[] {
  const least = rows.map(() => ({ rays: Infinity, spheres: Infinity, motions: Infinity }));
  for (let turn = 0; turn < turnCount; turn++) {
    for (const [i, { queries }] of rows.entries()) {
      for (const sort of querySorts) least[i]![sort] = Math.min(least[i]![sort], leastMicroseconds(queries.rounds[sort], budget, goOn));
    }
  }
  return rows.map(({ facts, queries: { counts, answers } }, i) => {
    const cost = (sort: QuerySort): QueryCost => ({ ...counts[sort], microseconds: least[i]![sort] / Math.max(1, counts[sort].queries) });
    return { ...facts, rays: cost('rays'), spheres: cost('spheres'), motions: cost('motions'), answers };
  });
}
