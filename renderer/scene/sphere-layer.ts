import { cross, length, normalized, type Vec3 } from '#core/math';
import type { PushOutResult, SphereTouch } from '#core/query';
import type { SphereInput } from '../state/store/records.ts';
import { touchIndex, touchOf, type SphereOutcome } from '../state/sphere/sphere-query.ts';
import { boxesOf } from './boxes.ts';
import { uncut } from './clip.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import { triangleOutline } from './selection-layer.ts';
import { sphereShell } from './sphere-shell.ts';

/** Up to this number touches are drawn by feature, with their depths; more are drawn alike. The list has all touches. */
export const maxTouchMarks = 200;

export interface SphereLayerInput {
  readonly surface: Surface;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly sphere: SphereInput;
  /** `null` while there is no tree. */
  readonly outcome: SphereOutcome | null;
  readonly pushed: PushOutResult | null;
  /** Triangles. */
  readonly selected: number | null;
  readonly hovered: number | null;
}

/**
 * Draws a sphere with the triangles that it overlaps: bright for a face, fainter for an edge or a vertex. A line from each
 * closest point shows the depth and direction of the contact. Also draws the push-out with the sphere at its end.
 */
export function createSphereLayer(input: SphereLayerInput): Layer {
  const { sphere, space, palette, outcome, pushed } = input;
  if (!sphere.center.every(Number.isFinite) || !(sphere.radius >= 0 && sphere.radius < Infinity)) return layerOf([], []);
  const center = toLocal(space, sphere.center);
  const radius = sphere.radius / space.unit;
  const layers = [uncut(sphereShell(center, radius, { colour: palette.hit, fill: 0.1, rim: 0.85 }))];
  layers.push(layerOf([], [], [{ kind: 'origin', text: '', anchors: [center], priority: 50 }]));
  if (outcome !== null && outcome.triangles.length > 0) layers.push(...touchFigures(input, outcome));
  if (pushed !== null && pushed.steps.length > 0) layers.push(...pushFigures(input, center, radius, pushed));
  return joinLayers(layers);
}

/** How strongly a triangle is painted, by what of it is touched. */
const featureOpacity = { face: 0.62, edge: 0.34, vertex: 0.2 } as const;

function touchFigures(input: SphereLayerInput, outcome: SphereOutcome): Layer[] {
  const { surface, palette, selected, hovered } = input;
  const { triangles } = outcome;
  const lit = (list: Uint32Array, colour: Rgb, opacity: number): Layer =>
    highlightTriangles(surface, list, { colour, edge: palette.underLine, opacity, faint: opacity / 4 });
  const layers: Layer[] = [];
  if (triangles.length <= maxTouchMarks) {
    const touches = Array.from(triangles, (triangle) => touchOf(outcome, triangle));
    for (const feature of ['face', 'edge', 'vertex'] as const) {
      const list = triangles.filter((_, at) => touches[at]!.feature === feature);
      if (list.length > 0) layers.push(lit(list, palette.hit, featureOpacity[feature]));
    }
    layers.push(depthLines(input, touches));
  } else {
    layers.push(lit(triangles, palette.hit, featureOpacity.edge));
  }
  for (const [triangle, colour] of [
    [hovered, palette.hover],
    [selected, palette.selection],
  ] as const) {
    if (triangle === null || touchIndex(outcome, triangle) === null) continue;
    layers.push(lit(Uint32Array.of(triangle), colour, 0.5), outlineOf(input, outcome, triangle, colour));
  }
  return layers;
}

function outlineOf({ space, palette, pixels }: SphereLayerInput, { mesh }: SphereOutcome, triangle: number, colour: Rgb): Layer {
  const look = { width: 2, underLine: palette.underLine, faint: 0.5, through: false, order: drawOrder.chosen };
  return outlinedLines(triangleOutline(mesh, triangle, space, colour), 'diagonal', look, pixels);
}

/** One call for all. */
function depthLines({ space, palette, pixels, selected, hovered }: SphereLayerInput, touches: readonly SphereTouch[]): Layer {
  const lines = touches.map(({ triangle, point, direction, depth }) => {
    const from = toLocal(space, point);
    const by = depth / space.unit;
    const to: Vec3 = [from[0] + by * direction[0], from[1] + by * direction[1], from[2] + by * direction[2]];
    const colour = triangle === selected ? palette.selection : triangle === hovered ? palette.hover : palette.hit;
    return { from, to, colour };
  });
  const look = { width: 2, underLine: palette.underLine, faint: 0.5, through: false, order: drawOrder.ray };
  return outlinedLines(boxesOf(lines), 'diagonal', look, pixels);
}

/** An arrow from the centre to where it is pushed, by way of each step, and the sphere there. */
function pushFigures({ space, palette, pixels }: SphereLayerInput, center: Vec3, radius: number, pushed: PushOutResult): Layer[] {
  const stops = [center, ...pushed.steps.map((step) => toLocal(space, step.center))];
  const end = stops.at(-1)!;
  const colour = palette.good;
  const shaft = stops.slice(1).map((to, at) => ({ from: stops[at]!, to, colour }));
  const look = { width: 2.5, underLine: palette.underLine, faint: 0.6, through: false, order: drawOrder.ray };
  const lines = boxesOf([...shaft, ...arrowHead(stops.at(-2)!, end, radius).map((from) => ({ from, to: end, colour }))]);
  return [uncut(outlinedLines(lines, 'diagonal', look, pixels)), uncut(sphereShell(end, radius, { colour, fill: 0.03, rim: 0.55 }))];
}

/** Returns the ends of the four barbs of an arrow, behind its tip. */
function arrowHead(from: Vec3, to: Vec3, radius: number): Vec3[] {
  const way: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const along = normalized(way);
  if (along === null) return [];
  const size = Math.min(0.25 * radius, 0.4 * length(way));
  const min = along.reduce((best, value, axis) => (Math.abs(value) < Math.abs(along[best]!) ? axis : best), 0);
  const unit: Vec3 = [min === 0 ? 1 : 0, min === 1 ? 1 : 0, min === 2 ? 1 : 0];
  const u = normalized(cross(along, unit))!;
  const v = cross(along, u);
  return [u, v, negated(u), negated(v)].map((side): Vec3 => {
    const at = (axis: 0 | 1 | 2): number => to[axis] - size * along[axis] + 0.5 * size * side[axis];
    return [at(0), at(1), at(2)];
  });
}

function negated(v: Vec3): Vec3 {
  return [-v[0], -v[1], -v[2]];
}
