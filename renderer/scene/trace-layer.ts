import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { actionCodes, isTriangleStep, nodeStates, statesAfter, type Trace } from '#core/query';
import type { Tree } from '#core/tree';
import { formatCount } from '../text/format-number.ts';
import { actionWords } from '../text/trace-words.ts';
import { createBoxes } from './boxes.ts';
import { drawOrder, outlinedLines, type OutlinedLook } from './figure.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import type { LabelSpec } from './labels.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import { triangleOutline } from './selection-layer.ts';
import { setNodeBoxes } from './tree-boxes.ts';
import { filledVolumes, outlinedVolumes, thinVolumes, volumeFigure } from './volume-figure.ts';

/** Nodes of one state that are drawn at most, the newest ones: more would cover the mesh. */
export const maxTraceNodes = 1500;
/** Nodes of one state that are drawn with wide lines at most. */
const maxWide = 300;

export interface TraceLayerInput {
  readonly mesh: TriangleMesh;
  readonly surface: Surface;
  readonly tree: Tree;
  readonly trace: Trace;
  /** Steps that are done. */
  readonly done: number;
  /** Whether the mesh is B of a pair. */
  readonly isB: boolean;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Draws the nodes that a query has reached by their state, its current step, and the triangles that it has tested. */
export function createTraceLayer(input: TraceLayerInput): Layer {
  const { tree, trace, done, isB, palette } = input;
  const states = statesAfter(trace, done, tree.nodeCount, isB);
  const nodesIn = (state: number): number[] => {
    const found: number[] = [];
    for (let node = 0; node < states.length; node++) if (states[node] === state) found.push(node);
    return found.slice(-maxTraceNodes);
  };
  const { culled, skipped, opened, waiting, tested } = nodeStates;
  const layers: Layer[] = [
    volumes(input, nodesIn(culled), palette.traceCulled, { width: 1, faint: 0.16, order: drawOrder.boxes }),
    volumes(input, nodesIn(skipped), palette.traceSkipped, { width: 1.25, faint: 0.2, order: drawOrder.boxes, dash: [3, 3] }),
    volumes(input, nodesIn(opened), palette.traceOpened, { width: 1.5, faint: 0.3, order: drawOrder.path }),
    volumes(input, nodesIn(waiting), palette.traceWaiting, { width: 1.75, faint: 0.4, order: drawOrder.path, dash: [7, 4] }),
    volumes(input, nodesIn(tested), palette.traceTested, { width: 1.75, faint: 0.45, order: drawOrder.chosen, fill: 0.1 }),
    ...testedTriangles(input),
  ];
  if (done > 0) layers.push(...currentFigure(input, done - 1));
  return joinLayers(layers);
}

type VolumeLook = Pick<OutlinedLook, 'width' | 'faint' | 'order' | 'dash'> & { readonly fill?: number };

function volumes(input: TraceLayerInput, nodes: readonly number[], colour: Rgb, { fill, ...look }: VolumeLook): Layer {
  const { tree, space, palette, pixels } = input;
  if (nodes.length === 0) return layerOf([], []);
  const figure = volumeFigure(tree, nodes, space, () => colour);
  if (nodes.length > maxWide) return thinVolumes(figure, 0.35, 'front', palette.underLine, pixels);
  const layers = [outlinedVolumes(figure, { ...look, underLine: palette.underLine, through: false }, pixels)];
  if (fill !== undefined) layers.push(filledVolumes(figure, fill, 'front', palette.underLine, pixels));
  return joinLayers(layers);
}

/** The triangles that were tested so far: misses, and hits over them. */
function testedTriangles({ surface, trace, done, isB, palette }: TraceLayerInput): Layer[] {
  const hits = new Set<number>();
  const misses = new Set<number>();
  const subjects = isB ? trace.subjectsB : trace.subjects;
  for (let step = 0; step < done; step++) {
    if (!isTriangleStep(trace, step)) continue;
    (isHit(trace, step) ? hits : misses).add(subjects[step]!);
  }
  for (const triangle of hits) misses.delete(triangle);
  return (
    [
      [misses, palette.traceMiss, 0.5],
      [hits, palette.hit, 0.7],
    ] as const
  ).flatMap(([triangles, colour, opacity]) =>
    triangles.size === 0
      ? []
      : [highlightTriangles(surface, Uint32Array.from(triangles), { colour, edge: palette.underLine, opacity, faint: opacity / 3 })],
  );
}

function isHit(trace: Trace, step: number): boolean {
  return trace.actions[step]! > actionCodes.miss;
}

/** The node or the triangle of the current step, with a label. */
function currentFigure(input: TraceLayerInput, step: number): Layer[] {
  const { mesh, tree, trace, isB, space, palette, pixels } = input;
  const subject = (isB ? trace.subjectsB : trace.subjects)[step]!;
  const look = { width: 2.75, underLine: palette.underLine, faint: 0.55, through: false, order: drawOrder.hover };
  const colour = palette.hover;
  if (isTriangleStep(trace, step)) return [outlinedLines(triangleOutline(mesh, subject, space, colour), 'diagonal', look, pixels)];
  const figure = volumeFigure(tree, [subject], space, () => colour);
  const label: LabelSpec = {
    kind: 'selection',
    text: `${formatCount(subject)} ${actionWords(trace, step)}`,
    anchors: topCorners(tree, subject, space),
    priority: 90,
  };
  return [outlinedVolumes(figure, look, pixels), layerOf([], [], [label])];
}

function topCorners(tree: Tree, node: number, space: LocalSpace): Vec3[] {
  const boxes = createBoxes(1);
  setNodeBoxes(boxes, tree, [node], space, () => [1, 1, 1]);
  const [x, , z, toX, toY, toZ] = boxes.corners as unknown as readonly [number, number, number, number, number, number];
  return [
    [x, toY, z],
    [toX, toY, z],
    [x, toY, toZ],
    [toX, toY, toZ],
  ];
}
