import type { MotionOptions } from '#core/options';
import type { FirstTest, MotionFeature, MotionResult } from '#core/sweep';
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
    firstTests: { box: firstTestReport(result.firstTests.box, state), hull: firstTestReport(result.firstTests.hull, state) },
    certificate: certificate === undefined ? null : { file: certificate, rows: (proof?.rows.length ?? 0) / rowWords },
    stats: { ...stats, milliseconds },
  };
}

/** A false positive overlaps the fixed mesh, and the meshes stay apart. */
function firstTestReport(test: FirstTest | null, state: MotionResult['state']) {
  if (test === null) return null;
  const { overlaps, nodesVisited, trianglesTested, vertices, milliseconds } = test;
  return { overlaps, falsePositive: overlaps && state === 'apart', nodesVisited, trianglesTested, vertices, milliseconds };
}

const rowWords = 7;

/** Returns the result as text. */
export function motionText(report: MotionReport): string {
  const { fileA, fileB, witness, stats, certificate, firstTests } = report;
  return [
    `${printable(fileB)} against ${printable(fileA)}: ${verdict(report)}\n`,
    witness === null ? '' : `  ${featureText('A', witness.a)}; ${featureText('B', witness.b)}; distance ${measured(witness.distance)}\n`,
    firstTestText('box', firstTests.box),
    firstTestText('hull', firstTests.hull),
    certificate === null ? '' : `  certificate ${printable(certificate.file)}, ${many(certificate.rows, 'row')}\n`,
    `  ${many(stats.nodePairsTested, 'pair')} of nodes and ${many(stats.trianglePairsTested, 'pair')} of triangles tested, `,
    `${many(stats.steps, 'step')}, ${measured(stats.milliseconds)} ms\n`,
  ].join('');
}

function firstTestText(name: string, test: MotionReport['firstTests']['box']): string {
  if (test === null) return '';
  const { overlaps, falsePositive, nodesVisited, vertices, milliseconds } = test;
  const found = overlaps ? `overlaps A${falsePositive ? ', a false positive' : ''}` : 'is free of A';
  return `  swept ${name} of ${many(vertices, 'vertex', 'vertices')} ${found}: ${many(nodesVisited, 'node')}, ${measured(milliseconds)} ms\n`;
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
