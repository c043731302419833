import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchMesh } from './bench-mesh.ts';
import { SkippedTask, units, type BenchTask, type TaskName, type Unit } from './bench-task.ts';
import { projectFolder } from './corpus-folder.ts';

/** One measured task, as `--json` writes it. */
export interface BenchRow {
  readonly task: TaskName;
  readonly mesh: string;
  /** Name and version. */
  readonly rival: string;
  /** Of the fastest runs. */
  readonly ours: number;
  readonly theirs: number;
  readonly unit: Unit;
  /** How many times better ours is, by the fastest runs. */
  readonly ratio: number;
  /** Of the median runs. */
  readonly oursMedian: number;
  readonly theirsMedian: number;
  readonly hash: string;
}

/** A task that could not be measured. */
export interface FailedRow {
  readonly task: TaskName;
  readonly mesh: string;
  readonly error: string;
}

/** A task whose rival is not installed. */
export interface SkippedRow {
  readonly task: TaskName;
  readonly mesh: string;
  readonly reason: string;
}

export type Measured =
  | { readonly row: BenchRow; readonly disagreement: string | null; readonly note: string | null }
  | { readonly failed: FailedRow }
  | { readonly skipped: SkippedRow };

/**
 * Measures tasks one after the other on one mesh, and reports each result at once. An exception of a task, or of reading the
 * mesh, is the result of its row; the others continue.
 */
export async function runBench(
  name: string,
  read: () => Promise<BenchMesh>,
  tasks: readonly BenchTask[],
  rounds: number,
  report: (measured: Measured) => void,
): Promise<readonly Measured[]> {
  const mesh = read();
  const all: Measured[] = [];
  for (const task of tasks) {
    const measured = await mesh.then((its) => measure(task, its, rounds)).catch((thrown: unknown) => notMeasured(task.name, name, thrown));
    report(measured);
    all.push(measured);
  }
  return all;
}

async function measure(task: BenchTask, mesh: BenchMesh, rounds: number): Promise<Measured> {
  const { ours, theirs, oursMedian, theirsMedian, hash, disagreement, rivalVersion, note = null } = await task.run(mesh, rounds);
  const ratio = units[task.unit].isMoreBetter ? ours / theirs : theirs / ours;
  const rival = `${task.rival} ${rivalVersion ?? versionOf(task.rival)}`;
  return {
    row: { task: task.name, mesh: mesh.name, rival, ours, theirs, unit: task.unit, ratio, oursMedian, theirsMedian, hash },
    disagreement,
    note,
  };
}

function notMeasured(task: TaskName, mesh: string, thrown: unknown): Measured {
  return thrown instanceof SkippedTask
    ? { skipped: { task, mesh, reason: thrown.message } }
    : { failed: { task, mesh, error: reasonOf(thrown) } };
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function versionOf(packageName: string): string {
  const file = join(projectFolder, 'node_modules', packageName, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
