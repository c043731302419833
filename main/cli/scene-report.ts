import { InspectorError } from '#core/error';
import type { SceneOptions } from '#core/options';
import { leftOutOf, type SceneComparison, type SceneDocument, type SceneRun, type SceneStep, sizesBy } from '#core/scene';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable } from '../terminal/columns.ts';
import type { ReadMesh } from './mesh-work.ts';
import { leftOutText } from './left-out-text.ts';
import { sceneCompareText } from './scene-compare.ts';

interface ReportedScene {
  readonly file: string;
  readonly meshes: readonly ReadMesh[];
  readonly scene: SceneDocument;
  readonly withPairs: boolean;
  /** `null` if it was not requested. */
  readonly comparison: SceneComparison | null;
}

/** More pairs make a text of JSON that is too long for V8: each takes up to 60 of 536,870,888 characters. */
const maxListedPairs = 5_000_000;

/** @throws InspectorError `too-large` for more listed pairs than one JSON document holds. */
export function checkListedPairs({ firstPairs, firstOverlaps, stepPairs }: SceneRun, withPairs: boolean): void {
  const first = withPairs ? [firstPairs, firstOverlaps] : [];
  const lists = [...first, ...(stepPairs ?? []).flatMap(({ pairs, overlaps }) => [pairs, overlaps])];
  const count = lists.reduce((sum, list) => sum + (list?.length ?? 0) / 2, 0);
  if (count <= maxListedPairs) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The lists have ${counted(count)} pairs, and one JSON document holds at most ${counted(maxListedPairs)}`,
    fix: 'Run fewer steps with --steps, or leave --all-pairs and --pairs out',
    location: {},
  });
}

type SceneReport = ReturnType<typeof sceneReport>;

/** Returns the steps of a scene as data. */
export function sceneReport(
  { file, meshes, scene, withPairs, comparison }: ReportedScene,
  options: SceneOptions,
  { steps, firstPairs, firstOverlaps, stepPairs }: SceneRun,
) {
  const { method, sort, segments } = options;
  const isSweep = method === 'sap';
  return {
    file,
    meshes: meshes.map((mesh) => ({ file: mesh.file, triangles: mesh.mesh.indices.length / 3, ...leftOutOf(mesh.mesh) })),
    instances: scene.instances.length,
    moving: scene.instances.filter(({ set }) => set === 'moving').length,
    method,
    sort: isSweep ? sort : null,
    segments: isSweep ? segments : null,
    segmentSizes: firstSizes(steps, scene.instances.length),
    threads: options.narrow ? options.threads : null,
    steps,
    pairs: withPairs ? listed(firstPairs) : null,
    overlaps: withPairs && firstOverlaps !== null ? listed(firstOverlaps) : null,
    allPairs:
      stepPairs?.map(({ pairs, overlaps }, step) => ({
        step,
        pairs: listed(pairs),
        overlaps: overlaps === null ? null : listed(overlaps),
      })) ?? null,
    compare: comparison,
  };
}

/** Returns how many boxes begin in each segment of x, y and z at the first step; `null` for methods other than sweep and prune. */
function firstSizes([first]: readonly SceneStep[], boxes: number): readonly (readonly number[])[] | null {
  return first?.sweep?.segmentBoxes.map((size) => sizesBy(boxes, size)) ?? null;
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
  allPairs,
  segmentSizes,
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
      ...(isSweep ? [swaps === null ? 'not counted' : counted(swaps), sweep?.segments.map(counted).join(' x ') ?? ''] : []),
      time(milliseconds),
      ...(narrow === null ? [] : [counted(narrow.spheres), counted(narrow.byAxes), counted(narrow.overlaps), time(narrow.milliseconds)]),
    ]);
  return [
    `${printable(file)}: ${many(instances, 'instance')} of ${many(meshes.length, 'mesh', 'meshes')}, ${counted(moving)} moving; `,
    `method ${method}${isSweep ? `, ${sort} sort` : ''}${threads === null ? '' : `, ${many(threads, 'thread')}`}\n`,
    ...meshes.map(leftOutText),
    columns(
      [head, ...rows],
      head.map((_, i) => i),
    ),
    moreRows(steps.length),
    undecidedText(steps),
    segmentSizes === null ? '' : sizesText(segmentSizes, steps[0]!.sweep!.axis),
    // The list of all steps begins with those of the first.
    pairs === null || allPairs !== null ? '' : pairsText('pairs', 0, pairs, steps[0]!.pairs),
    overlaps === null || allPairs !== null ? '' : pairsText('pairs of surfaces', 0, overlaps, steps[0]!.narrow!.overlaps),
    ...(allPairs ?? []).map((ofStep) => stepText(ofStep, steps[ofStep.step]!)),
    allPairs === null ? '' : moreRows(steps.length),
    compare === null ? '' : sceneCompareText(compare),
  ].join('');
}

function time(milliseconds: number): string {
  return measured(Number(milliseconds.toPrecision(3)));
}

/** Sizes of segments that are listed. */
const maxSizes = 8;

function sizesText(sizes: readonly (readonly number[])[], swept: number): string {
  const lines = sizes.map((ofAxis, axis) => {
    const rest = ofAxis.length > maxSizes ? `, … ${counted(ofAxis.at(-1)!)} (${many(ofAxis.length, 'segment')})` : '';
    const shown = ofAxis.slice(0, rest === '' ? maxSizes : maxSizes - 1).map(counted);
    return `    ${'xyz'[axis]}${axis === swept ? ' (swept)' : ''}: ${shown.join(', ')}${rest}\n`;
  });
  return sizes.every(({ length }) => length <= 1) ? '' : `  boxes that begin in each segment at step 0\n${lines.join('')}`;
}

function stepText({ step, pairs, overlaps }: NonNullable<SceneReport['allPairs']>[number], facts: SceneStep): string {
  const ofSurfaces = overlaps === null ? '' : pairsText('pairs of surfaces', step, overlaps, facts.narrow!.overlaps);
  return pairsText('pairs', step, pairs, facts.pairs) + ofSurfaces;
}

/** Returns the first steps with pairs that no test decided. */
function undecidedText(steps: readonly SceneStep[]): string {
  const lines = steps.flatMap(({ narrow }, step) => {
    if (narrow === null || narrow.undecided === 0) return [];
    const named = narrow.undecidedPairs.map(([i, j]) => `${i} and ${j}`).join(', ');
    const rest = narrow.undecided > narrow.undecidedPairs.length ? ', …' : '';
    return [
      `  step ${counted(step)}: ${many(narrow.undecided, 'pair')} not decided, their matrices differ too much in scale: ${named}${rest}\n`,
    ];
  });
  return lines.slice(0, maxRowsShown).join('') + moreRows(lines.length);
}

/** @param count all pairs; those of `pairs` are the first */
function pairsText(title: string, step: number, pairs: readonly (readonly number[])[], count: number): string {
  if (pairs.length === 0) return `  no ${title} at step ${counted(step)}\n`;
  const rows = pairs.slice(0, maxRowsShown).map(([i, j]) => [counted(i!), counted(j!)]);
  return `  ${title} at step ${counted(step)}\n${columns(rows, [0, 1], '    ')}${moreRows(count, '    ')}`;
}
