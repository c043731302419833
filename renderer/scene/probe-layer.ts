import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math';
import { type Bounds, boundsRadius } from '#core/mesh';
import type { SweepResult } from '#core/sweep';
import { isSwept, type ProbeShape } from '../state/probe/probe-shapes.ts';
import { restingProbe } from '../state/probe/probe-sweep.ts';
import type { ProbeOutcome } from '../state/probe/probe-query.ts';
import { boxesOf } from './boxes.ts';
import { uncut } from './clip.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { filled } from './filled.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import { type ProbeFigure, probeFigure } from './probe-figure.ts';
import { sphereShell } from './sphere-shell.ts';

export interface ProbeLayerInput {
  readonly surface: Surface;
  readonly bounds: Bounds;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly shape: ProbeShape;
  /** `null` while there is no tree, and for pinned probes. */
  readonly outcome: ProbeOutcome | null;
}

/** A closest point of more triangles than this is not joined to its point by a line. */
const maxLinks = 200;

/** Draws the shape of a probe, as lines over a light fill, with the triangles that it found. */
export function createProbeLayer(input: ProbeLayerInput): Layer {
  const { palette, outcome, surface } = input;
  const layers = shapeLayers(input, palette.hit);
  if (outcome !== null && outcome.triangles.length > 0) {
    const look = { colour: palette.hit, edge: palette.underLine, opacity: 0.5, faint: 0.12 };
    if (isSwept(input.shape) && outcome.sweep?.time != null)
      layers.push(
        ...shapeLayers({ ...input, shape: restingProbe(input.shape, outcome.sweep.time) }, palette.good),
        ...normalLayers(input, outcome.sweep),
      );
    layers.push(highlightTriangles(surface, Uint32Array.from(outcome.triangles), look), ...linkLayers(input, outcome));
  }
  return joinLayers(layers);
}

/** Draws a pinned probe: its shape alone, in the colour of plain text. */
export function createPinLayer(input: ProbeLayerInput): Layer {
  return joinLayers(shapeLayers(input, input.palette.hover));
}

/** The normal of a first contact, as long as the shape's bounds are. */
function normalLayers({ space, palette, pixels, bounds }: ProbeLayerInput, { contact }: SweepResult): Layer[] {
  if (contact === null || contact.normal === null) return [];
  const { position, normal } = contact;
  const size = 0.1 * boundsRadius(bounds);
  const tip: Vec3 = [position[0] + size * normal[0], position[1] + size * normal[1], position[2] + size * normal[2]];
  const line = boxesOf([{ from: toLocal(space, position), to: toLocal(space, tip), colour: palette.good }]);
  const look = { width: 3, underLine: palette.underLine, faint: 0.5, through: false, order: drawOrder.ray };
  return [uncut(outlinedLines(line, 'diagonal', look, pixels))];
}

function shapeLayers({ shape, bounds, space, palette, pixels }: ProbeLayerInput, colour: Rgb): Layer[] {
  const figure = drawable(shape, bounds);
  if (figure === null) return [];
  const local = (point: Vec3): Vec3 => toLocal(space, point);
  const layers: Layer[] = [];
  if (figure.faces.length > 0) layers.push(uncut(filled(figure.faces.map(local), colour)));
  for (const { center, radius } of figure.balls)
    layers.push(uncut(sphereShell(local(center), radius / space.unit, { colour, fill: 0.1, rim: 0.85 })));
  if (figure.lines.length > 0) {
    const lines = boxesOf(figure.lines.map(([from, to]) => ({ from: local(from), to: local(to), colour })));
    const look = { width: 2, underLine: palette.underLine, faint: 0.4, through: false, order: drawOrder.ray };
    layers.push(uncut(outlinedLines(lines, 'diagonal', look, pixels)));
  }
  layers.push(
    layerOf(
      [],
      [],
      figure.points.slice(0, 8).map((point) => ({ kind: 'origin', text: '', anchors: [local(point)], priority: 50 })),
    ),
  );
  return layers;
}

/** `null` for a shape that cannot be drawn: its query reports why. */
function drawable(shape: ProbeShape, bounds: Bounds): ProbeFigure | null {
  try {
    const figure = probeFigure(shape, bounds);
    const points = [...figure.lines.flat(), ...figure.faces, ...figure.points];
    return points.every((point) => point.every(Number.isFinite)) ? figure : null;
  } catch (thrown) {
    if (thrown instanceof InspectorError) return null;
    throw thrown;
  }
}

/** Lines from the point of a distance query to the closest points. */
function linkLayers({ shape, space, palette, pixels }: ProbeLayerInput, { triangles, rowAt }: ProbeOutcome): Layer[] {
  if (shape.kind !== 'closest' && shape.kind !== 'inside') return [];
  const from = toLocal(space, shape.point);
  const links = Array.from({ length: Math.min(maxLinks, triangles.length) }, (_, i) => rowAt(i).point).filter((point) => point !== null);
  if (links.length === 0) return [];
  const lines = boxesOf(links.map((point) => ({ from, to: toLocal(space, point), colour: palette.hit })));
  const look = { width: 2, underLine: palette.underLine, faint: 0.5, through: false, order: drawOrder.ray };
  return [uncut(outlinedLines(lines, 'diagonal', look, pixels))];
}
