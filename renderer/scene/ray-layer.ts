import { length, normalized, type Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import type { RayHit } from '#core/query';
import type { RayInput } from '../state/store/records.ts';
import { boxesOf, createBoxes, setBox, type Boxes } from './boxes.ts';
import { uncut } from './clip.ts';
import { drawOrder, outlinedLines, wideLines } from './figure.ts';
import type { LabelSpec } from './labels.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import { triangleOutline } from './selection-layer.ts';

/** Maximum number of hits with a numbered mark. The list has all hits. */
export const maxMarkedHits = 200;

/** Length of a drawn normal as a share of the mesh's radius: at most, and where the ray begins at the hit. */
const normalShare = 0.09;
const minNormalShare = 0.0025;
/** Its length as a share of the distance of the hit: a ray from the eye in a large mesh would else have a normal that leaves the view. */
const normalPerDistance = 1 / 8;

export interface RayLayerInput {
  readonly mesh: TriangleMesh;
  readonly surface: Surface;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly ray: RayInput;
  /** In order of distance; empty while there is no tree. */
  readonly hits: readonly RayHit[];
  /** Indices into `hits`. */
  readonly selected: number | null;
  readonly hovered: number | null;
}

/**
 * Draws a ray: solid from its origin to the first hit, dashed after it and behind the mesh. Each hit has a number, its
 * triangle and its normal.
 */
export function createRayLayer(input: RayLayerInput): Layer {
  const { ray, hits, space, palette, pixels, surface } = input;
  const direction = normalized(ray.direction);
  if (direction === null) return layerOf([], []);
  const reach = surface.sphere.radius || 1;
  const marked = hits.slice(0, maxMarkedHits);
  const first = hits[0];
  const end = rayEnd(ray, direction, hits, space, reach);
  const origin = toLocal(space, ray.origin);
  const breakAt = first === undefined ? end : toLocal(space, first.position);
  const colour = palette.hit;
  const line = { width: 2.5, underLine: palette.underLine, faint: 0, through: false, order: drawOrder.ray };
  const segment = (from: Vec3, to: Vec3): Boxes => boxesOf([{ from, to, colour }]);
  // The ray passes through what is cut away too.
  const layers: Layer[] = [
    uncut(outlinedLines(segment(origin, breakAt), 'diagonal', line, pixels)),
    wideLines(segment(origin, breakAt), 'diagonal', { width: 2, opacity: 0.6, depth: 'behind', dash: [6, 5] }, pixels, drawOrder.behind),
  ];
  if (first !== undefined) {
    const beyond = { width: 2, opacity: 0.85, depth: 'through', dash: [9, 6] } as const;
    layers.push(uncut(wideLines(segment(breakAt, end), 'diagonal', beyond, pixels, drawOrder.ray)));
  }
  if (marked.length > 0) layers.push(...hitFigures(input, marked, reach));
  layers.push(layerOf([], [], [originMark(origin), ...marked.map((hit, index) => hitMark(input, hit, index))]));
  return joinLayers(layers);
}

/** Returns the far end of a ray; for an infinite ray a point beyond the mesh and the last hit. Local space. */
export function rayEnd(ray: RayInput, direction: Vec3, hits: readonly RayHit[], space: LocalSpace, reach: number): Vec3 {
  const origin = toLocal(space, ray.origin);
  const last = hits.at(-1)?.distance ?? 0;
  const beyond = Math.max(length(origin) + 1.3 * reach, (last / space.unit) * 1.05);
  const distance = Math.min(ray.far / space.unit, beyond);
  return [origin[0] + direction[0] * distance, origin[1] + direction[1] * distance, origin[2] + direction[2] * distance];
}

/** Returns the length of a drawn normal, by the radius of the mesh and the distance of the hit. */
export function normalLength(radius: number, distance: number): number {
  return Math.min(radius * normalShare, Math.max(distance * normalPerDistance, radius * minNormalShare));
}

/** Draws the hit triangles and their normals, which follow the winding. One draw call for all. */
function hitFigures(input: RayLayerInput, hits: readonly RayHit[], reach: number): Layer[] {
  const { mesh, surface, space, palette, pixels } = input;
  const lines = createBoxes(4 * hits.length);
  hits.forEach((hit, index) => {
    const size = normalLength(reach, hit.distance / space.unit);
    const colour = hitColour(input, index);
    const outline = triangleOutline(mesh, hit.triangle, space, colour);
    const [x, y, z] = toLocal(space, hit.position);
    const [nx, ny, nz] = hit.normal;
    lines.corners.set(outline.corners, 24 * index);
    lines.colours.set(outline.colours, 16 * index);
    setBox(lines, 4 * index + 3, [x, y, z], [x + nx * size, y + ny * size, z + nz * size], colour);
  });
  const { width, order } = { width: 1.5, order: drawOrder.ray };
  const layers = [outlinedLines(lines, 'diagonal', { width, underLine: palette.underLine, faint: 0.5, through: false, order }, pixels)];
  for (const colour of [palette.hit, palette.selection, palette.hover]) {
    const triangles = hits.filter((_, index) => hitColour(input, index) === colour).map((hit) => hit.triangle);
    if (triangles.length === 0) continue;
    const look = { colour, edge: colour, opacity: 0.3, faint: 0.12 };
    layers.push(highlightTriangles(surface, Uint32Array.from(triangles), look));
  }
  return layers;
}

function hitColour({ selected, hovered, palette }: RayLayerInput, index: number): Rgb {
  return index === selected ? palette.selection : index === hovered ? palette.hover : palette.hit;
}

function originMark(origin: Vec3): LabelSpec {
  return { kind: 'origin', text: '', anchors: [origin], priority: 50 };
}

/** The first hit is larger. It and the selected hit have priority over the others. */
function hitMark({ space, selected, hovered }: RayLayerInput, hit: RayHit, index: number): LabelSpec {
  const kind = index === selected ? 'chosen-hit' : index === hovered ? 'hover-hit' : index === 0 ? 'first-hit' : 'hit';
  const priority = kind === 'hit' ? 70 - (10 * index) / maxMarkedHits : 80;
  return { kind, text: `${index + 1}`, anchors: [toLocal(space, hit.position)], priority };
}
