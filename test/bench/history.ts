import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './corpus-folder.ts';
import type { BenchRow } from './run-bench.ts';

/** The measurements of each release. */
export const historyFile = join(projectFolder, 'test/bench/history.tsv');

const columns = [
  'version',
  'date',
  'node',
  'processor',
  'task',
  'mesh',
  'rival',
  'ours',
  'theirs',
  'unit',
  'ratio',
  'ours median',
  'theirs median',
  'hash',
] as const;

/** Version, day and machine of a run, as its rows begin. */
export function whereRun(): readonly string[] {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { readonly version: string };
  const date = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model.trim() ?? 'unknown';
  return [version, date, process.versions.node, processor];
}

/** Adds the rows of a run to the history. */
export function recordRows(rows: readonly BenchRow[], file = historyFile): void {
  const where = whereRun();
  const digits = (value: number): string => String(Number(value.toPrecision(4)));
  const lines = rows.map(({ task, mesh, rival, ours, theirs, unit, ratio, oursMedian, theirsMedian, hash }) =>
    [...where, task, mesh, rival, digits(ours), digits(theirs), unit, digits(ratio), digits(oursMedian), digits(theirsMedian), hash].join(
      '\t',
    ),
  );
  const head = existsSync(file) ? [] : [columns.join('\t')];
  appendFileSync(file, [...head, ...lines].map((line) => `${line}\n`).join(''));
}
