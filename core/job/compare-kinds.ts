import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { loadPair } from '../pair/loaded/load-pair.ts';
import { buildWithEngine } from '../tree/build-tree.ts';
import { kernelOf, type Engine } from '../tree/engine.ts';
import { openTree } from '../tree/open-tree.ts';
import type { SplitName, Tree, TreeKind } from '../tree/layout.ts';
import { treeStatistics, type TreeStatistics } from '../tree/statistics.ts';
import { loadTree } from '../tree/kinds/wide/load-tree.ts';
import { treeTightness, type Tightness } from '../tree/tightness.ts';
import { seededTasks, type CompareCounts, type CompareTasks } from './compare-tasks.ts';
import { countQueries, querySorts, type CountedQueries, type QueryCounts, type QuerySort } from './count-queries.ts';
import { minMicroseconds } from './min-microseconds.ts';
import { median } from '../math/median.ts';

export interface QueryCost extends QueryCounts {
  /** Time of one query in the fastest of several rounds; NaN in a row of a comparison that runs and has not timed it yet. */
  readonly microseconds: number;
  /** Time in the median round; NaN likewise. Far above the fastest, the machine was busy. */
  readonly medianMicroseconds: number;
}

/** One row to compare. */
export interface CompareVariant {
  readonly options: BuildOptions;
  /** Preferred engine for build and queries. TypeScript runs what WebAssembly does not support; the statistics have the actual engines. */
  readonly engine: Engine;
}

/** One row of the comparison: a kind of tree in one engine, or a split of the AABB tree. */
export interface KindRecord extends Readonly<Record<QuerySort, QueryCost>> {
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
  /** Fastest build, over several rounds in turn with the other rows if there was time. */
  readonly buildMilliseconds: number;
  /** Median build. */
  readonly medianBuildMilliseconds: number;
  /** Time to copy tree and mesh to the WebAssembly memory; `null` if TypeScript runs the queries on the tree itself. */
  readonly copyMilliseconds: number | null;
  /** Time to copy the pair of meshes for poses; `null` likewise. */
  readonly pairCopyMilliseconds: number | null;
  readonly tightness: Tightness;
  /** Hash of all results. It must be the same in every row. */
  readonly resultHash: string;
}

/** A row whose queries are counted but not timed yet. */
interface Counted {
  readonly facts: Omit<KindRecord, QuerySort | 'resultHash' | 'medianBuildMilliseconds'>;
  readonly queries: CountedQueries;
  /** Builds the tree again and returns the milliseconds; `null` if that takes too long. */
  readonly rebuild: (() => number) | null;
}

/** Receives all rows as far as they are known, each time some have changed: first with counts, then with times. */
export type RowsListener = (rows: readonly KindRecord[]) => void;

/** Number of rounds in which the rows are timed in turn, so that a temporary slowdown affects all rows. */
const roundCount = 6;
/** Max bytes of trees that are kept at the same time; further rows have rounds of their own. */
const maxHeldBytes = 2 ** 30;
/** Triangles of the mesh for the warm-up. */
const warmTriangles = 1000;
const warmCounts: CompareCounts = { rays: 200, spheres: 50, motions: 8, seed: 1, turnMilliseconds: 0 };
/** Copies that take less time, in milliseconds, are repeated. */
const fastCopy = 100;
const maxCopies = 3;
/** Builds that take longer, in milliseconds, are not repeated, because compilation is negligible there. */
const maxRebuilt = 1000;
/** Milliseconds per row for repeated builds after the first round. All rows are built or none, so that no row has more tries. */
const rebuildBudget = 300;

/**
 * Compares every kind of tree with the given split, and every split with AABBs. Kinds that WebAssembly supports also run in TypeScript, where
 * the engine is the same for all kinds. There all kinds use the general traversal, including AABBs, which otherwise have a faster one.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareKinds(
  mesh: TriangleMesh,
  options: BuildOptions,
  counts: CompareCounts,
  progress: Progress,
  onRows: RowsListener = () => {},
): readonly KindRecord[] {
  return compareVariants(mesh, everyVariant(options), counts, progress, onRows);
}

/**
 * Builds a tree for each variant and runs the same seeded queries on all. These are rays (first hits), a sweep of rays (any hit, without
 * and with a hit cache), spheres (all overlapping triangles) and motions (whether the surfaces intersect). The mesh has a finite triangle.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareVariants(
  mesh: TriangleMesh,
  variants: readonly CompareVariant[],
  counts: CompareCounts,
  progress: Progress,
  onRows: RowsListener = () => {},
): readonly KindRecord[] {
  warmUp(mesh, variants, (fraction) => progress(0.04 * fraction));
  const tasks = seededTasks(mesh, counts);
  const records: KindRecord[] = [];
  let held: Counted[] = [];
  let heldBytes = 0;
  for (const [i, variant] of variants.entries()) {
    const at = (fraction: number): void => progress(0.04 + (0.96 * (i + fraction)) / variants.length);
    const counted = countOn(mesh, variant, tasks, at);
    held.push(counted);
    heldBytes += counted.facts.statistics.bytes;
    onRows([...records, ...held.map((row) => recordOf(row, [row.facts.buildMilliseconds], noTimes()))]);
    if (i < variants.length - 1 && heldBytes < maxHeldBytes) continue;
    const before = [...records];
    const listen: RowsListener = (rows) => onRows([...before, ...rows]);
    records.push(...timeInRounds(held, roundCount, counts.turnMilliseconds, () => at(1), listen));
    held = [];
    heldBytes = 0;
  }
  return records;
}

/** Returns every split with AABBs, then every other kind with the given split. The wide kind runs in WebAssembly, if available, and in TypeScript. */
export function everyVariant(options: BuildOptions, hasKernel = kernelOf('webassembly') !== null): readonly CompareVariant[] {
  // Keys of tables that are `as const`.
  const splits = Object.keys(buildOptions.split.choices) as SplitName[];
  const kinds = Object.keys(buildOptions.kind.choices) as TreeKind[];
  return [
    ...splits.map((split) => ({ options: { ...options, kind: 'aabb' as const, split }, engine: 'typescript' as const })),
    ...kinds
      .filter((kind) => kind !== 'aabb')
      .flatMap((kind): CompareVariant[] => {
        const plain: CompareVariant = { options: { ...options, kind }, engine: 'typescript' };
        return kind === 'wide' && hasKernel ? [{ ...plain, engine: 'webassembly' }, plain] : [plain];
      }),
  ];
}

/**
 * Runs every kind once on a small part of the mesh without a record. Otherwise the first rows include compilation, and the last rows run
 * code that was optimised for fewer kinds.
 */
function warmUp(mesh: TriangleMesh, variants: readonly CompareVariant[], progress: Progress): void {
  const part: TriangleMesh = { ...mesh, indices: mesh.indices.subarray(0, 3 * warmTriangles), parts: [] };
  const tasks = seededTasks(part, warmCounts);
  for (const [i, variant] of variants.entries()) {
    progress(i / variants.length);
    timeInRounds([countOn(part, variant, tasks, noProgress)], 1, warmCounts.turnMilliseconds, () => {});
  }
}

function countOn(mesh: TriangleMesh, { options, engine: wanted }: CompareVariant, tasks: CompareTasks, progress: Progress): Counted {
  const kernel = kernelOf(wanted);
  const build = (report: Progress) => timed(() => buildWithEngine(mesh, options, report, kernel));
  const built = build((fraction) => progress(0.7 * fraction));
  const plain = openTree(built.result.bytes);
  const copied = fastest(() => loadTree(plain, mesh, kernel));
  // AABBs have special traversals; here all kinds use the general one, so that none wins by its code.
  const tree: Tree = { ...copied.result, isReadInPlace: false };
  const treed = { mesh, tree };
  const paired = fastest(() => loadPair(treed, treed, { from: kernel }));
  const queries = countQueries(treed, paired.result, tasks, () => progress(0.7));
  progress(0.9);
  const queryEngine = tree.loaded === null ? 'typescript' : 'webassembly';
  const facts = {
    options,
    statistics: { ...treeStatistics(plain, built.result.engine, kernel), queryEngine } as const,
    buildMilliseconds: built.milliseconds,
    copyMilliseconds: tree.loaded === null ? null : copied.milliseconds,
    pairCopyMilliseconds: paired.result === null ? null : paired.milliseconds,
    tightness: treeTightness(plain),
  };
  // The first build can include compilation, so fast builds are repeated in every round.
  const rebuild = built.milliseconds < maxRebuilt ? () => build(noProgress).milliseconds : null;
  return { facts, queries, rebuild };
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly milliseconds: number } {
  const start = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - start };
}

/** Repeats work up to `maxCopies` times while it is fast. Returns the last result and the min time. */
function fastest<Result>(work: () => Result): { readonly result: Result; readonly milliseconds: number } {
  let milliseconds = Infinity;
  let spent = 0;
  for (let times = 1; ; times++) {
    const once = timed(work);
    milliseconds = Math.min(milliseconds, once.milliseconds);
    spent += once.milliseconds;
    if (times === maxCopies || spent >= fastCopy) return { result: once.result, milliseconds };
  }
}

/** Times in microseconds of all queries of a sort, one for each round. */
type RoundTimes = Record<QuerySort, number[]>;

function noTimes(): RoundTimes {
  return { rays: [], sweep: [], cachedSweep: [], spheres: [], motions: [] };
}

function timeInRounds(
  rows: readonly Counted[],
  roundCount: number,
  budget: number,
  checkCancelled: () => void,
  onRows: RowsListener = () => {},
): readonly KindRecord[] {
  const builds = rows.map(({ facts }) => [facts.buildMilliseconds]);
  const rounds = rows.map(noTimes);
  const records = (): KindRecord[] => rows.map((row, i) => recordOf(row, builds[i]!, rounds[i]!));
  let left = rebuildBudget * rows.length;
  for (let round = 0; round < roundCount; round++) {
    // One repeated build for rows whose first build can include compilation.
    const expected = rows.reduce((sum, { rebuild }, i) => sum + (rebuild === null ? 0 : Math.min(...builds[i]!)), 0);
    const isBuilt = round === 0 || expected <= left;
    for (const [i, { queries, rebuild }] of rows.entries()) {
      if (rebuild !== null && isBuilt) {
        const milliseconds = rebuild();
        builds[i]!.push(milliseconds);
        if (round > 0) left -= milliseconds;
      }
      for (const sort of querySorts) rounds[i]![sort].push(minMicroseconds(queries.rounds[sort], budget, checkCancelled));
    }
    // Once: whoever draws the rows takes time from the next rounds.
    if (round === 0) onRows(records());
  }
  return records();
}

function recordOf({ facts, queries: { counts, resultHash } }: Counted, builds: readonly number[], rounds: RoundTimes): KindRecord {
  const cost = (sort: QuerySort): QueryCost => {
    const each = rounds[sort].map((microseconds) => microseconds / Math.max(1, counts[sort].queries));
    const isTimed = each.length > 0;
    return { ...counts[sort], microseconds: isTimed ? Math.min(...each) : NaN, medianMicroseconds: isTimed ? median(each) : NaN };
  };
  const costs = {
    rays: cost('rays'),
    sweep: cost('sweep'),
    cachedSweep: cost('cachedSweep'),
    spheres: cost('spheres'),
    motions: cost('motions'),
  };
  return { ...facts, buildMilliseconds: Math.min(...builds), medianBuildMilliseconds: median(builds), ...costs, resultHash };
}
