import type { BenchRow } from './run-bench.ts';

const widths = { task: 14, mesh: 5, ours: 10, theirs: 10, unit: 10, ratio: 9 } as const;

export const tableHead = line('task', 'mesh', 'ours', 'theirs', 'unit', 'ratio', 'hash of ours');

/** A row of the printed table. */
export function tableLine({ task, mesh, ours, theirs, unit, ratio, hash }: BenchRow): string {
  return line(task, mesh, figure(ours), figure(theirs), unit, `${figure(ratio)} x`, hash);
}

function line(task: string, mesh: string, ours: string, theirs: string, unit: string, ratio: string, hash: string): string {
  const { task: a, mesh: b, ours: c, theirs: d, unit: e, ratio: f } = widths;
  return `${task.padEnd(a)} ${mesh.padStart(b)} ${ours.padStart(c)} ${theirs.padStart(d)} ${unit.padEnd(e)} ${ratio.padStart(f)}  ${hash}`;
}

/** Three digits that count, and all those before the point. */
function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
