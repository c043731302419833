import type { BenchRow, FailedRow, SkippedRow } from './run-bench.ts';

const widths = { task: 14, mesh: 5, ours: 10, theirs: 10, median: 10, unit: 10, ratio: 9 } as const;

export const tableHead = line('task', 'mesh', 'ours', 'median', 'theirs', 'median', 'unit', 'ratio', 'hash of ours');

/** A row of the printed table. */
export function tableLine({ task, mesh, ours, oursMedian, theirs, theirsMedian, unit, ratio, hash }: BenchRow): string {
  return line(task, mesh, figure(ours), figure(oursMedian), figure(theirs), figure(theirsMedian), unit, `${figure(ratio)} x`, hash);
}

/** The row of a task that could not be measured. */
export function failedLine({ task, mesh, error }: FailedRow): string {
  return `${task.padEnd(widths.task)} ${mesh.padStart(widths.mesh)} FAILED: ${error}`;
}

/** The row of a task whose rival is not installed. */
export function skippedLine({ task, mesh, reason }: SkippedRow): string {
  return `${task.padEnd(widths.task)} ${mesh.padStart(widths.mesh)} SKIPPED: ${reason}`;
}

function line(
  task: string,
  mesh: string,
  ours: string,
  oursMedian: string,
  theirs: string,
  theirsMedian: string,
  unit: string,
  ratio: string,
  hash: string,
): string {
  const cells = [
    task.padEnd(widths.task),
    mesh.padStart(widths.mesh),
    ours.padStart(widths.ours),
    oursMedian.padStart(widths.median),
    theirs.padStart(widths.theirs),
    theirsMedian.padStart(widths.median),
    unit.padEnd(widths.unit),
    ratio.padStart(widths.ratio),
  ];
  return `${cells.join(' ')}  ${hash}`;
}

/** Three significant digits, and all digits before the point. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
