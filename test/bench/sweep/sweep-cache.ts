/**
 * The steps of sweep and prune in C++: their time, and under Cachegrind their instructions and the misses of simulated caches. These counts are the same on
 * every machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noProgress } from '#core/progress';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { moveOn, movingBoxes } from '../moving-boxes.ts';
import { compileNative } from '../native/compile-native.ts';

/** Counts of one step. */
export interface SweepStep {
  readonly comparisons: number;
  readonly moves: number;
  readonly entries: number;
  readonly tests: number;
  readonly pairs: number;
}

export interface TimedSweepStep extends SweepStep {
  /** Processor time. */
  readonly milliseconds: number;
}

/** Counts for each box of a later step. */
export interface CacheCounts {
  readonly instructions: number;
  /** Branches that a simple predictor misses. */
  readonly mispredictions: number;
  /** Reads and writes of memory. */
  readonly accesses: number;
  /** Accesses that miss 32 KiB of 8 ways, and those that miss 1 MiB of 16 ways too, in lines of 64 bytes. */
  readonly missesOf32K: number;
  readonly missesOf1M: number;
}

/** The program. @throws SkippedTask without a C++ compiler. */
export function sweepProgram(): string {
  return compileNative({
    source: 'test/bench/sweep/sweep-and-prune.cpp',
    flags: ['-ffp-contract=off'],
    // It needs no library.
    missing: /(?!)/,
    advice: '',
  });
}

/** Returns the steps that the C++ program makes. @param spread see `sweep-and-prune.cpp` */
export function nativeSteps(program: string, count: number, steps: number, spread = 1): readonly TimedSweepStep[] {
  return inFolder(count, (file) => linesOf(program, [file, `${steps}`, `${spread}`]));
}

/** Returns the steps of the TypeScript. */
export function scriptSteps(count: number, steps: number): readonly SweepStep[] {
  const moving = movingBoxes(count);
  const phase = createBroadPhase({ method: 'sap', sort: 'shell', segments: 0 }, count, null);
  return Array.from({ length: steps }, () => {
    const { sweep, swaps, tests, found } = phase.update(moving.boxes, noProgress);
    moveOn(moving);
    return { comparisons: sweep!.comparisons!, moves: swaps!, entries: sweep!.entries, tests, pairs: found.words / 2 };
  });
}

/** Steps of a run under Cachegrind; those of a shorter run are taken away, with the start. */
const runs = [2, 5] as const;

/** Returns what Cachegrind counts for each box of a step; `null` without valgrind. */
export function cacheCounts(program: string, count: number, spread = 1): CacheCounts | null {
  return inFolder(count, (file) => {
    const [few, many] = runs.map((steps) => cachegrind(program, [file, `${steps}`, `${spread}`]));
    if (few == null || many == null) return null;
    const each = (name: string): number => (many.get(name)! - few.get(name)!) / (runs[1] - runs[0]) / count;
    const sum = (...names: readonly string[]): number => names.reduce((total, name) => total + each(name), 0);
    return {
      instructions: each('Ir'),
      mispredictions: sum('Bcm', 'Bim'),
      accesses: sum('Dr', 'Dw'),
      missesOf32K: sum('D1mr', 'D1mw'),
      missesOf1M: sum('DLmr', 'DLmw'),
    };
  });
}

function cachegrind(program: string, words: readonly string[]): ReadonlyMap<string, number> | null {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-cachegrind-'));
  try {
    const file = join(folder, 'counts');
    const caches = ['--branch-sim=yes', '--cache-sim=yes', '--I1=32768,8,64', '--D1=32768,8,64', '--LL=1048576,16,64'];
    const flags = ['--tool=cachegrind', ...caches, `--cachegrind-out-file=${file}`];
    const { error, status } = spawnSync('valgrind', [...flags, program, ...words], { encoding: 'utf8' });
    if (error !== undefined) return null;
    if (status !== 0) throw new Error(`valgrind ended with ${status}`);
    const text = readFileSync(file, 'utf8');
    const names = /^events: (.*)$/m.exec(text)![1]!.split(' ');
    const totals = /^summary: (.*)$/m.exec(text)![1]!.split(' ').map(Number);
    return new Map(names.map((name, i) => [name, totals[i]!]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function linesOf(program: string, words: readonly string[]): readonly TimedSweepStep[] {
  const { stdout, status } = spawnSync(program, [...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`sweep-and-prune ended with ${status}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [comparisons, moves, entries, tests, pairs, milliseconds] = line.split(' ').map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return { comparisons, moves, entries, tests, pairs, milliseconds };
    });
}

function inFolder<Result>(count: number, run: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-sweep-'));
  try {
    const { boxes, velocities } = movingBoxes(count);
    const file = join(folder, 'boxes');
    writeFileSync(file, Buffer.concat([BigUint64Array.of(BigInt(count)), boxes, velocities].map(({ buffer }) => new Uint8Array(buffer))));
    return run(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
