import type { ContactCurves, Contacts } from '#core/pair';
import { contactIndex, loopIndex, type PairContacts, type PairOutcome } from '../state/pair/pair-query.ts';
import type { Selection } from '../state/store/records.ts';
import { createBoxes, type Boxes } from './boxes.ts';
import { drawOrder, outlinedLines, thinLines, type OutlinedLook } from './figure.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { chosenCurveLabel, curveLabels } from './curve-labels.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import type { LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';

/** Above this number of segments lines are one pixel wide: wide lines with outlines would cost ten times more and cover the mesh. */
export const maxWideSegments = 20_000;

/** A contact or a contact curve, by the triangles that name it. */
export type ContactTarget = Extract<Selection, { kind: 'contact' | 'loop' }>;

export interface ContactLayerInput {
  readonly pairContacts: PairContacts;
  /** Space of the fixed mesh: contacts are in its source space. */
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  /** Draw over everything, as x-ray does. */
  readonly through: boolean;
}

/** Draws the contacts of two meshes: segments, outlines of polygons, dots for single points, and labels of the curves. */
export function createContactLayer(input: ContactLayerInput): Layer {
  const { pairContacts, palette } = input;
  const { lines, points } = figuresOf(pairContacts.contacts, input.space, palette.crossing, null);
  const behind = { colour: palette.crossingHidden, dash: [4, 3] } as const;
  const drawn = linesAndDots(input, lines, points, { width: 2, order: drawOrder.ray, faint: 0.85, behind });
  return joinLayers([...drawn, layerOf([], [], curveLabels(pairContacts, input.space))]);
}

/** Draws one contact, or all segments of one contact curve, in the colour of a selected or hovered thing. */
export function createContactHighlight(input: ContactLayerInput, thing: ContactTarget, look: 'hover' | 'selection'): Layer | null {
  const { pairContacts, space } = input;
  const colour = input.palette[look];
  const outcome: Pick<PairOutcome, 'pairContacts'> = { pairContacts };
  const at = thing.kind === 'contact' ? contactIndex(outcome, thing.a, thing.b) : loopIndex(outcome, thing.a, thing.b);
  if (at === null) return null;
  const { lines, points } =
    thing.kind === 'loop'
      ? { lines: lineFigure(pairContacts.loops, at, space, colour), points: createBoxes(0) }
      : figuresOf(pairContacts.contacts, space, colour, Uint32Array.of(at));
  const drawn = linesAndDots(input, lines, points, { width: 4, order: drawOrder.pairContacts, faint: 0.45 });
  const labels = thing.kind === 'loop' && look === 'selection' ? [chosenCurveLabel(pairContacts, at, space)] : [];
  return joinLayers([...drawn, layerOf([], [], labels)]);
}

/** Draws the triangles of one mesh that intersect the other mesh. */
export function createIntersectingLayer(surface: Surface, triangles: Uint32Array, colour: Rgb, palette: Palette): Layer {
  // If most triangles intersect, the faint pass would only veil the mesh.
  const faint = triangles.length > surface.triangles / 2 ? 0 : 0.16;
  return highlightTriangles(surface, triangles, { colour, edge: palette.underLine, opacity: 0.72, faint });
}

type ContactLook = Pick<OutlinedLook, 'behind' | 'faint' | 'order' | 'width'>;

function linesAndDots({ palette, pixels, through }: ContactLayerInput, lines: Boxes, points: Boxes, own: ContactLook): Layer[] {
  const layers: Layer[] = [];
  const look = { ...own, underLine: palette.underLine, through, onSurface: true };
  if (lines.count > maxWideSegments) layers.push(thinLines(lines, 0.9, through ? 'through' : 'front', own.order));
  else if (lines.count > 0) layers.push(outlinedLines(lines, 'diagonal', look, pixels));
  // A segment of no length is a square as wide as its line.
  if (points.count > 0) layers.push(outlinedLines(points, 'diagonal', { ...look, width: own.width + 3 }, pixels));
  return layers;
}

/** Returns the chosen contacts, or all for `null`, as segments and points, local space. Hot: there may be hundreds of thousands. */
function figuresOf(all: Contacts, space: LocalSpace, colour: Rgb, chosen: Uint32Array | null): { lines: Boxes; points: Boxes } {
  const { firstPoint, kinds } = all;
  const count = chosen?.length ?? kinds.length;
  let segments = 0;
  let dots = 0;
  for (let i = 0; i < count; i++) {
    const contact = chosen === null ? i : chosen[i]!;
    const corners = firstPoint[contact + 1]! - firstPoint[contact]!;
    if (corners === 1) dots++;
    else segments += corners === 2 ? 1 : corners;
  }
  const lines = createBoxes(segments);
  const points = createBoxes(dots);
  let line = 0;
  let dot = 0;
  for (let i = 0; i < count; i++) {
    const contact = chosen === null ? i : chosen[i]!;
    const first = firstPoint[contact]!;
    const end = firstPoint[contact + 1]!;
    if (end - first === 1) setSegment(points, dot++, all.positions, first, first, space);
    else
      for (let at = first; at < end - (end - first === 2 ? 1 : 0); at++)
        setSegment(lines, line++, all.positions, at, at + 1 < end ? at + 1 : first, space);
  }
  for (const boxes of [lines, points]) paint(boxes, colour);
  return { lines, points };
}

/** Returns a contact curve as segments, local space. Not every segment is a contact: an outline consists of polygon sides. */
function lineFigure({ firstPoint, closed, positions }: ContactCurves, line: number, space: LocalSpace, colour: Rgb): Boxes {
  const first = firstPoint[line]!;
  const end = firstPoint[line + 1]!;
  const lines = createBoxes(end - first - (closed[line] === 1 ? 0 : 1));
  for (let i = 0; i < lines.count; i++) setSegment(lines, i, positions, first + i, first + i + 1 < end ? first + i + 1 : first, space);
  paint(lines, colour);
  return lines;
}

function paint({ colours }: Boxes, colour: Rgb): void {
  const bytes = colour.map((value) => Math.round(255 * value));
  for (let i = 0; i < colours.length; i++) colours[i] = bytes[i % 4] ?? 0;
}

function setSegment({ corners }: Boxes, at: number, positions: Float64Array, from: number, to: number, { origin, unit }: LocalSpace): void {
  const scale = 1 / unit;
  for (let axis = 0; axis < 3; axis++) {
    corners[6 * at + axis] = (positions[3 * from + axis]! - origin[axis]!) * scale;
    corners[6 * at + 3 + axis] = (positions[3 * to + axis]! - origin[axis]!) * scale;
  }
}
