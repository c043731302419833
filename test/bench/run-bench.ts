import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchMesh } from './bench-mesh.ts';
import { units, type BenchTask, type TaskName, type Unit } from './bench-task.ts';
import { projectFolder } from './corpus-folder.ts';

/** One measured task, as `--json` writes it. */
export interface BenchRow {
  readonly task: TaskName;
  readonly mesh: string;
  /** Name and version. */
  readonly rival: string;
  readonly ours: number;
  readonly theirs: number;
  readonly unit: Unit;
  /** How many times better ours is. */
  readonly ratio: number;
  readonly hash: string;
}

export interface Measured {
  readonly row: BenchRow;
  readonly disagreement: string | null;
  readonly beside: string | null;
}

/** Measures tasks one after the other on one mesh, and tells each as soon as it is known. */
export async function runBench(mesh: BenchMesh, tasks: readonly BenchTask[], rounds: number, tell: (measured: Measured) => void): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const task of tasks) {
    const { ours, theirs, hash, disagreement, beside = null } = await task.run(mesh, rounds);
    const ratio = units[task.unit].isMoreBetter ? ours / theirs : theirs / ours;
    const rival = `${task.rival} ${versionOf(task.rival)}`;
    const measured = { row: { task: task.name, mesh: mesh.name, rival, ours, theirs, unit: task.unit, ratio, hash }, disagreement, beside };
    tell(measured);
    all.push(measured);
  }
  return all;
}

function versionOf(packageName: string): string {
  const file = join(projectFolder, 'node_modules', packageName, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
