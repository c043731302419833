import type { MotionOptions } from '#core/options';
import type { MotionFeature, MotionResult } from '#core/sweep';
import type { TreeKind } from '#core/tree';
import { counted, many, measured, printable, vector } from '../terminal/columns.ts';

interface ReportedMotion {
  readonly fileA: string;
  readonly fileB: string;
  readonly kindA: TreeKind;
  readonly kindB: TreeKind;
  readonly certificate: string | undefined;
}

type MotionReport = ReturnType<typeof motionReport>;

/** Returns the result of `query motion` as data. */
export function motionReport(
  { fileA, fileB, kindA, kindB, certificate }: ReportedMotion,
  { path }: MotionOptions,
  result: MotionResult,
  milliseconds: number,
) {
  const { state, time, interval, freeUntil, tolerance, separation, witness, stats, proof } = result;
  const { from, to, pivot, step, axis, angle } = result.path;
  return {
    fileA,
    fileB,
    kind: kindA,
    kindB,
    path,
    from,
    to,
    motion: { pivot, step, axis, angleDegrees: (angle * 180) / Math.PI },
    state,
    time,
    interval,
    freeUntil,
    tolerance,
    separation,
    witness,
    certificate: certificate === undefined ? null : { file: certificate, rows: (proof?.rows.length ?? 0) / rowWords },
    stats: { ...stats, milliseconds },
  };
}

const rowWords = 7;

/** Returns the result as text. */
export function motionText(report: MotionReport): string {
  const { fileA, fileB, witness, stats, certificate } = report;
  return [
    `${printable(fileB)} against ${printable(fileA)}: ${verdict(report)}\n`,
    witness === null ? '' : `  ${featureText('A', witness.a)}; ${featureText('B', witness.b)}; distance ${measured(witness.distance)}\n`,
    certificate === null ? '' : `  certificate ${printable(certificate.file)}, ${many(certificate.rows, 'row')}\n`,
    `  ${many(stats.nodePairsTested, 'pair')} of nodes and ${many(stats.trianglePairsTested, 'pair')} of triangles tested, `,
    `${many(stats.steps, 'step')}, ${measured(stats.milliseconds)} ms\n`,
  ].join('');
}

function featureText(name: string, { triangle, feature, point }: MotionFeature): string {
  return `triangle ${counted(triangle)} of ${name}, ${feature}, at ${vector(point)}`;
}

function verdict({ state, time, interval, tolerance, freeUntil }: MotionReport): string {
  switch (state) {
    case 'apart':
      return 'no contact during the motion, proven';
    case 'startsTouching':
      return 'in contact at the start';
    case 'hit':
      return `contact at time ${measured(time!)}, proven between ${interval![0]} and ${interval![1]}`;
    case 'near':
      return `closer than ${measured(tolerance)} at time ${measured(time!)}, ${freeUntil === 1 ? 'without contact' : 'no contact found'}`;
    case 'undecided':
      return `undecided: free of contact until ${measured(time!)}, then no proof`;
  }
}
