import type { SceneOptions } from '#core/options';
import type { SceneComparison, SceneDocument, SceneRun } from '#core/scene';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable } from '../terminal/columns.ts';
import type { ReadMesh } from './mesh-work.ts';
import { sceneCompareText } from './scene-compare.ts';

interface ReportedScene {
  readonly file: string;
  readonly meshes: readonly ReadMesh[];
  readonly scene: SceneDocument;
  readonly withPairs: boolean;
  /** `null` if it was not requested. */
  readonly comparison: SceneComparison | null;
}

type SceneReport = ReturnType<typeof sceneReport>;

/** Returns the steps of a scene as data. */
export function sceneReport(
  { file, meshes, scene, withPairs, comparison }: ReportedScene,
  options: SceneOptions,
  { steps, firstPairs, firstOverlaps }: SceneRun,
) {
  const { method, sort, segments } = options;
  const isSweep = method === 'sap';
  return {
    file,
    meshes: meshes.map((mesh) => ({ file: mesh.file, triangles: mesh.mesh.indices.length / 3 })),
    instances: scene.instances.length,
    moving: scene.instances.filter(({ set }) => set === 'moving').length,
    method,
    sort: isSweep ? sort : null,
    segments: isSweep ? segments : null,
    threads: options.narrow ? options.threads : null,
    steps,
    pairs: withPairs ? listed(firstPairs) : null,
    overlaps: withPairs && firstOverlaps !== null ? listed(firstOverlaps) : null,
    compare: comparison,
  };
}

function listed(pairs: Uint32Array): readonly (readonly [number, number])[] {
  return Array.from({ length: pairs.length / 2 }, (_, k) => [pairs[2 * k]!, pairs[2 * k + 1]!] as const);
}

/** Returns the steps as text, and the pairs if they were requested. */
export function sceneReportText({
  file,
  meshes,
  instances,
  moving,
  method,
  sort,
  threads,
  steps,
  pairs,
  overlaps,
  compare,
}: SceneReport): string {
  const isSweep = sort !== null;
  const head = [
    'step',
    'pairs',
    'tests',
    ...(isSweep ? ['swaps', 'segments'] : []),
    'ms',
    ...(threads === null ? [] : ['spheres', 'by axes', 'surfaces', 'ms']),
  ];
  const rows = steps
    .slice(0, maxRowsShown)
    .map(({ pairs: found, tests, swaps, milliseconds, sweep, narrow }, step) => [
      counted(step),
      counted(found),
      counted(tests),
      ...(isSweep ? [swaps === null ? 'not counted' : counted(swaps), counted(sweep?.segments ?? 0)] : []),
      time(milliseconds),
      ...(narrow === null ? [] : [counted(narrow.spheres), counted(narrow.byAxes), counted(narrow.overlaps), time(narrow.milliseconds)]),
    ]);
  return [
    `${printable(file)}: ${many(instances, 'instance')} of ${many(meshes.length, 'mesh', 'meshes')}, ${counted(moving)} moving; `,
    `method ${method}${isSweep ? `, ${sort} sort` : ''}${threads === null ? '' : `, ${many(threads, 'thread')}`}\n`,
    columns(
      [head, ...rows],
      head.map((_, i) => i),
    ),
    moreRows(steps.length),
    pairs === null ? '' : pairsText('pairs', pairs),
    overlaps === null ? '' : pairsText('pairs of surfaces', overlaps),
    compare === null ? '' : sceneCompareText(compare),
  ].join('');
}

function time(milliseconds: number): string {
  return measured(Number(milliseconds.toPrecision(3)));
}

function pairsText(title: string, pairs: readonly (readonly number[])[]): string {
  if (pairs.length === 0) return `  no ${title} at step 0\n`;
  const rows = pairs.slice(0, maxRowsShown).map(([i, j]) => [counted(i!), counted(j!)]);
  return `  ${title} at step 0\n${columns(rows, [0, 1], '    ')}${moreRows(pairs.length, '    ')}`;
}
