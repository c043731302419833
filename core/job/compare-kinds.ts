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
  /** Of one query, in the quickest of several rounds. */
  readonly microseconds: number;
  /** In the middle one of the rounds: how far it lies above the quickest tells how much else the machine did. */
  readonly medianMicroseconds: number;
}

/** What runs as one row of the comparison. */
export interface CompareVariant {
  readonly options: BuildOptions;
  /** What may build it and answer on it; what truly did is in the statistics of its record. WebAssembly leaves to TypeScript what it does not serve. */
  readonly engine: Engine;
}

/** One row of the comparison: a kind of tree in one engine, or a split of the plainest kind, on one mesh. */
export interface KindRecord extends Readonly<Record<QuerySort, QueryCost>> {
  readonly options: BuildOptions;
  readonly statistics: TreeStatistics;
  /** Of the quickest build, where there was time for several, in turns with those of the other rows. */
  readonly buildMilliseconds: number;
  /** Of the middle one of these builds. */
  readonly medianBuildMilliseconds: number;
  /** Of copying the tree, and what of the mesh is wanted, to where WebAssembly answers on it; `null` where TypeScript does, on the tree itself. */
  readonly copyMilliseconds: number | null;
  /** Of copying what poses are asked of; `null` as there. */
  readonly pairCopyMilliseconds: number | null;
  readonly tightness: Tightness;
  /** Hash of all answers: the same in every row, or something is wrong. */
  readonly answers: string;
}

/** A row whose queries wait for the clock. */
interface Counted {
  readonly facts: Omit<KindRecord, QuerySort | 'answers' | 'medianBuildMilliseconds'>;
  readonly queries: CountedQueries;
  /** Builds it once more, where that does not take too long; its milliseconds. */
  readonly rebuild: (() => number) | null;
}

/** The rows are timed in so many turns, so that what slows the machine for a while slows all. */
const turns = 6;
/** Trees of so many bytes are held together; rows beyond them have turns of their own. */
const maxHeldBytes = 2 ** 30;
/** Of the mesh that all kinds are tried on first. */
const warmTriangles = 1000;
const warmCounts: CompareCounts = { rays: 200, spheres: 50, motions: 8, seed: 1, turnMilliseconds: 0 };
/** What is copied more quickly, in milliseconds, is so again to see how quickly. */
const quickCopy = 100;
const maxCopies = 3;
/** Builds that took longer are told as they are: what the engine compiles no longer counts there. */
const maxRebuilt = 1000;
/** After the first turn all rows are built anew as long as that leaves so many milliseconds a row: all or none, so that no row has more tries than another. */
const rebuildBudget = 300;

/**
 * Builds every kind of tree with the split that is given, and every split as plain boxes, and compares them. What WebAssembly serves runs in TypeScript
 * too, since there alone the kinds differ by themselves and not by their engines: one descent serves all of them, plain boxes too, which have a quicker one of their own
 * elsewhere.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareKinds(mesh: TriangleMesh, options: BuildOptions, counts: CompareCounts, progress: Progress): readonly KindRecord[] {
  return compareVariants(mesh, everyVariant(options), counts, progress);
}

/**
 * Builds a tree by each of the options, and asks all the same seeded rays (first hits), a sweep of rays (any hit, without a hit cache and with it), spheres (all touches) and motions (whether the
 * surfaces meet). The mesh has a finite triangle.
 * @throws InspectorError as `buildTree`; whatever `progress` throws.
 */
export function compareVariants(
  mesh: TriangleMesh,
  variants: readonly CompareVariant[],
  counts: CompareCounts,
  progress: Progress,
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
    if (i < variants.length - 1 && heldBytes < maxHeldBytes) continue;
    records.push(...timeInTurns(held, turns, counts.turnMilliseconds, () => at(1)));
    held = [];
    heldBytes = 0;
  }
  return records;
}

/** Every split as plain boxes, then every other kind with the split that is given: the wide one by WebAssembly, where there is some, and by TypeScript. */
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
 * Every kind once on a small part of the mesh, untold: else the first rows would pay for what the engine compiles, and the last
 * ones for code that has seen every kind, which is slower than code that has seen one.
 */
function warmUp(mesh: TriangleMesh, variants: readonly CompareVariant[], progress: Progress): void {
  const part: TriangleMesh = { ...mesh, indices: mesh.indices.subarray(0, 3 * warmTriangles), parts: [] };
  const tasks = seededTasks(part, warmCounts);
  for (const [i, variant] of variants.entries()) {
    progress(i / variants.length);
    timeInTurns([countOn(part, variant, tasks, noProgress)], 1, warmCounts.turnMilliseconds, () => {});
  }
}

function countOn(mesh: TriangleMesh, { options, engine: wanted }: CompareVariant, tasks: CompareTasks, progress: Progress): Counted {
  const kernel = kernelOf(wanted);
  const build = (report: Progress) => timed(() => buildWithEngine(mesh, options, report, kernel));
  const built = build((fraction) => progress(0.7 * fraction));
  const plain = openTree(built.result.bytes);
  const copied = quickest(() => loadTree(plain, mesh, kernel));
  // Plain boxes have descents written out for them; here all kinds have the same, so that none wins by its code.
  const tree: Tree = { ...copied.result, isReadInPlace: false };
  const treed = { mesh, tree };
  const paired = quickest(() => loadPair(treed, treed, { from: kernel }));
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
  // The first row would pay for what the engine compiles, so the quick ones are built anew in every turn.
  const rebuild = built.milliseconds < maxRebuilt ? () => build(noProgress).milliseconds : null;
  return { facts, queries, rebuild };
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly milliseconds: number } {
  const start = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - start };
}

/** Does it up to `maxCopies` times while it is quick; what came of the last, and the least time. */
function quickest<Result>(work: () => Result): { readonly result: Result; readonly milliseconds: number } {
  let milliseconds = Infinity;
  let spent = 0;
  for (let times = 1; ; times++) {
    const once = timed(work);
    milliseconds = Math.min(milliseconds, once.milliseconds);
    spent += once.milliseconds;
    if (times === maxCopies || spent >= quickCopy) return { result: once.result, milliseconds };
  }
}

function timeInTurns(rows: readonly Counted[], turnCount: number, budget: number, goOn: () => void): readonly KindRecord[] {
  const builds = rows.map(({ facts }) => [facts.buildMilliseconds]);
  const rounds = rows.map((): Record<QuerySort, number[]> => ({ rays: [], sweep: [], cachedSweep: [], spheres: [], motions: [] }));
  let left = rebuildBudget * rows.length;
  for (let turn = 0; turn < turnCount; turn++) {
    // Once for all that may have paid for compiling.
    const expected = rows.reduce((sum, { rebuild }, i) => sum + (rebuild === null ? 0 : Math.min(...builds[i]!)), 0);
    const isBuilt = turn === 0 || expected <= left;
    for (const [i, { queries, rebuild }] of rows.entries()) {
      if (rebuild !== null && isBuilt) {
        const milliseconds = rebuild();
        builds[i]!.push(milliseconds);
        if (turn > 0) left -= milliseconds;
      }
      for (const sort of querySorts) rounds[i]![sort].push(minMicroseconds(queries.rounds[sort], budget, goOn));
    }
  }
  return rows.map(({ facts, queries: { counts, answers } }, i) => {
    const cost = (sort: QuerySort): QueryCost => {
      const each = rounds[i]![sort].map((microseconds) => microseconds / Math.max(1, counts[sort].queries));
      return { ...counts[sort], microseconds: Math.min(...each), medianMicroseconds: median(each) };
    };
    const costs = {
      rays: cost('rays'),
      sweep: cost('sweep'),
      cachedSweep: cost('cachedSweep'),
      spheres: cost('spheres'),
      motions: cost('motions'),
    };
    return { ...facts, buildMilliseconds: Math.min(...builds[i]!), medianBuildMilliseconds: median(builds[i]!), ...costs, answers };
  });
}
