import type { Walk, WalkResult } from '#core/sweep';
import type { TreeKind } from '#core/tree';
import { counted, many, measured, printable, vector } from '../terminal/columns.ts';

interface Replayed {
  readonly file: string;
  readonly replay: string;
  readonly kind: TreeKind;
  readonly walk: Walk;
}

type WalkReport = ReturnType<typeof walkReport>;

/** Returns the result of `walk` as data. */
export function walkReport({ file, replay, kind, walk }: Replayed, { steps, end, tunnelled, stats }: WalkResult, milliseconds: number) {
  const { body, start, settings } = walk;
  return {
    file,
    replay,
    kind,
    body,
    start,
    settings,
    steps: steps.map(({ position, contacts, camera }) => ({ position, contacts, ...(camera === null ? {} : { camera }) })),
    end,
    tunnelled,
    stats: { ...stats, milliseconds },
  };
}

/** Returns the result as text. */
export function walkReportText({ file, start, settings, steps, end, tunnelled, stats }: WalkReport): string {
  const positions = [start, ...steps.map(({ position }) => position)];
  const way = positions.slice(1).reduce((sum, to, i) => sum + Math.hypot(...to.map((value, k) => value - positions[i]![k]!)), 0);
  const touched = new Set(steps.flatMap(({ contacts }) => contacts.map(({ triangle }) => triangle)));
  const contacts = steps.reduce((sum, step) => sum + step.contacts.length, 0);
  return [
    `${printable(file)}: ${many(steps.length, 'step')}, ${measured(steps.length * settings.timeStep)} s, mode ${settings.mode}\n`,
    `  from ${vector(start)} to ${vector(end.position)}, ${measured(way)} long, ends ${end.grounded ? 'on the ground' : 'off the ground'}\n`,
    `  ${many(contacts, 'contact')} with ${many(touched.size, 'triangle')}; `,
    `${tunnelled ? 'the body PASSED THROUGH the surface' : 'the body passes through no triangle'}\n`,
    `  ${many(stats.sweeps, 'sweep')}, ${many(stats.nodesVisited, 'node')} visited, ${counted(stats.trianglesTested)} triangles tested, `,
    `${many(stats.exactTests, 'exact test')}, ${measured(stats.milliseconds)} ms\n`,
  ].join('');
}
