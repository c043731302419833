import type { Vec3 } from '#core/math';
import { triangleCount, triangleVertices } from '#core/mesh';
import type { Clearance } from '../state/measure/measure-kinds.ts';
import { shownClearance } from '../state/measure/clearance.ts';
import { measurementOf } from '../state/measure/measure.ts';
import { measuredInWorld, shownPoints } from '../state/measure/shown-points.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { placementOf, pointToWorld } from '../state/pair/placement.ts';
import { angleDigits, formatNumber } from '../text/format-number.ts';
import { lengthDecimals, lengthText } from '../text/list-lengths.ts';
import { withLengthSign } from '../text/shown-unit.ts';
import { boxesOf } from './boxes.ts';
import { drawOrder, outlinedLines, wideLines } from './figure.ts';
import type { LabelSpec } from './labels.ts';
import { followLayer } from './follow-layer.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import { toLocal } from './local-space.ts';
import type { Palette } from './palette.ts';
import { screenMarks, type ScreenMarkLook } from './screen-marks.ts';
import type { ViewState } from './view-state.ts';

/** Draws what the measure tool measures, over everything. Returns the function that stops it. */
export function followMeasure(state: ViewState): () => void {
  return followLayer(state, measureLayer);
}

function measureLayer(state: ViewState): Layer | null {
  const layers = [pointsLayer(state), clearanceLayer(state), boundsLayer(state)].filter((layer) => layer !== null);
  return layers.length === 0 ? null : joinLayers(layers);
}

function pointsLayer(state: ViewState): Layer | null {
  const { store, palette, pixels, viewSpace } = state;
  const points = shownPoints(store).map(({ position }) => position);
  const over = store.scene.value.tool === 'measure' ? store.measureHover.value : null;
  const hovered = over === null ? null : measuredInWorld(store, over);
  if (points.length === 0 && hovered === null) return null;
  const local = points.map((point) => toLocal(viewSpace, point));
  const layers: Layer[] = [layerOf([], [], labelsOf(state, points, local)), ...rowOfPoints(state, local)];
  if (hovered !== null && over !== null) {
    const shape = ({ vertex: 'square', midpoint: 'wedge', edge: 'diamond', face: 'ring' } as const)[over.kind];
    const look = { ...markLook(palette.value), size: 13, colour: palette.value.hover, shape };
    layers.push(screenMarks(Float32Array.from(toLocal(viewSpace, hovered)), look, pixels));
  }
  return joinLayers(layers);
}

/** The nearest points of two surfaces, the line between them, and their distance. */
function clearanceLayer(state: ViewState): Layer | null {
  const { store, viewSpace } = state;
  const clearance = shownClearance(store.clearance.value);
  if (clearance === null) return null;
  const [a, b] = [toLocal(viewSpace, clearance.points[0]), toLocal(viewSpace, clearance.points[1])];
  const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
  const text = labelText(state, clearance.distance);
  const label: LabelSpec = { kind: 'depth', text, anchors: [middle, b, a], priority: 92 };
  const outlines = nearestTriangles(state, clearance);
  return joinLayers([layerOf([], [], [label]), ...outlines, ...rowOfPoints(state, clearance.distance > 0 ? [a, b] : [a])]);
}

/** The outlines of the two nearest triangles, in the colours of the two meshes of a pair. */
function nearestTriangles({ store, viewSpace, palette, pixels }: ViewState, { triangles }: Clearance): Layer[] {
  const { contactA, contactB, underLine } = palette.value;
  const segments = store.scene.value.clearance.flatMap(({ document }, side) => {
    const mesh = store.shown.value.find(({ summary }) => summary.id === document)?.mesh?.mesh;
    const triangle = triangles[side];
    if (mesh === undefined || triangle === undefined || triangle >= triangleCount(mesh)) return [];
    const placement = placementOf(store.scene.value, document);
    const corners = triangleVertices(mesh, triangle).map((corner) => toLocal(viewSpace, pointToWorld(placement, corner)));
    return corners.map((from, i) => ({ from, to: corners[(i + 1) % 3]!, colour: side === 0 ? contactA : contactB }));
  });
  if (segments.length === 0) return [];
  return [outlinedLines(boxesOf(segments), 'diagonal', { width: 3, underLine, faint: 0, through: true, order: drawOrder.hover }, pixels)];
}

/** The box of what is measured, along the axes of its file. */
function boundsLayer({ store, palette, pixels, viewSpace }: ViewState): Layer | null {
  const state = store.selectionBounds.value;
  if (state.kind !== 'done' || state.measures.bounds === null) return null;
  const { min, max } = state.measures.bounds;
  const placement = placementOf(store.scene.value, state.document);
  const corner = (i: number): Vec3 =>
    toLocal(viewSpace, pointToWorld(placement, [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]));
  const colour = palette.value.hit;
  const edges = [1, 2, 4].flatMap((bit) =>
    Array.from({ length: 8 }, (_, i) => i)
      .filter((i) => (i & bit) === 0)
      .map((i) => ({ from: corner(i), to: corner(i | bit), colour })),
  );
  return wideLines(boxesOf(edges), 'diagonal', { width: 1.5, opacity: 0.8, depth: 'through' }, pixels, drawOrder.ray);
}

/** Dots at points, and the lines between them. */
function rowOfPoints({ palette, pixels }: ViewState, local: readonly Vec3[]): Layer[] {
  const colours = palette.value;
  const line = { width: 2, underLine: colours.underLine, faint: 0, through: true, order: drawOrder.hover };
  const segments = local.slice(1).map((to, i) => ({ from: local[i]!, to, colour: colours.hit }));
  const layers: Layer[] = [];
  if (segments.length > 0) layers.push(outlinedLines(boxesOf(segments), 'diagonal', line, pixels));
  if (local.length > 0) layers.push(screenMarks(Float32Array.from(local.flat()), { ...markLook(colours), shape: 'dot' }, pixels));
  return layers;
}

function markLook({ hit, underLine }: Palette): Omit<ScreenMarkLook, 'shape'> {
  return { size: 9, colour: hit, underLine, faint: 0.9, order: drawOrder.hover };
}

/** A distance with the digits of the panel. */
function labelText({ store }: ViewState, distance: number): string {
  const active = store.activeDocument.value;
  const units = unitsOf(store, active);
  return withLengthSign(lengthText(distance, units, lengthDecimals(active?.mesh?.bounds ?? null, units)), units);
}

/** The distance in the middle of each line, and the angle at the second point. */
function labelsOf(state: ViewState, points: readonly Vec3[], local: readonly Vec3[]): LabelSpec[] {
  const { distances, angleDegrees } = measurementOf(points);
  const labels = distances.map((distance, i): LabelSpec => {
    const [a, b] = [local[i]!, local[i + 1]!];
    const middle: Vec3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
    return {
      kind: 'depth',
      text: labelText(state, distance),
      anchors: [middle, b, a],
      priority: 90,
    };
  });
  if (angleDegrees !== null) {
    labels.push({ kind: 'depth', text: `${formatNumber(angleDegrees, angleDigits)}°`, anchors: [local[1]!], priority: 91 });
  }
  return labels;
}
