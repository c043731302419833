import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import type { Vec3 } from '#core/math';
import { type Bounds, grownBounds } from '#core/mesh';
import type { SectionCurves } from '#core/query';
import type { SectionFace } from '../state/section/document-sections.ts';
import { isKept, keptSegment, planeInBox, type HalfSpace } from '../state/section/section.ts';
import { createBoxes, setBox, type Boxes } from './boxes.ts';
import { capMaterial, countingMaterial } from './cap-material.ts';
import { maxWideSegments } from './contact-layer.ts';
import { drawOrder, outlinedLines, thinLines } from './figure.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';

export interface SectionLayerInput {
  readonly faces: readonly SectionFace[];
  readonly bounds: Bounds;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly caps: boolean;
  /** Opacity of the caps of colliders. */
  readonly colliderOpacity: number;
  /** Draw over everything, as x-ray does. */
  readonly through: boolean;
  /** Of the document: caps of one document are counted and drawn before those of the next. */
  readonly order: number;
}

/** Draws where a mesh is cut: the outlines in each face of the section, cut by the other faces, and caps inside closed outlines. */
export function createSectionLayer(input: SectionLayerInput): Layer {
  const layers: Layer[] = [];
  input.faces.forEach((face, at) => {
    const { rendered, colliders } = face;
    const { palette, caps, colliderOpacity } = input;
    if (caps) {
      const order = capOrder(input.order, at);
      layers.push(capLayer(input, face, rendered, palette.cut, 1, order));
      layers.push(capLayer(input, face, colliders, palette.collider, Math.min(1, colliderOpacity + 0.2), order + 4e-5));
    }
    layers.push(outlineLayer(input, face, rendered, palette.crossing), outlineLayer(input, face, colliders, palette.collider));
  });
  return joinLayers(layers);
}

/** After the meshes and before what is painted over them. */
function capOrder(document: number, face: number): number {
  return drawOrder.mesh + 0.05 + 1e-3 * (document % 900) + 1e-4 * face;
}

/**
 * Draws the inside of closed outlines by counting in the stencil. A fan of triangles from one point to each segment counts up or down, and the
 * face is painted where the count is not 0 (nonzero winding rule). It costs one triangle for each segment. Rejected: counting the faces of the
 * mesh, as three's example does. That draws the whole mesh twice for each plane and needs a closed mesh.
 */
function capLayer(
  { bounds, space, palette, pixels }: SectionLayerInput,
  face: SectionFace,
  curves: SectionCurves,
  colour: Rgb,
  opacity: number,
  order: number,
): Layer {
  const fan = fanOf(curves, space);
  const cover = face.others.reduce(clipped, planeInBox(face.space, grownBounds(bounds, 1e-3)));
  if (fan === null || cover.length < 3) return layerOf([], []);
  const fanGeometry = geometryOf(fan);
  const coverGeometry = geometryOf(triangles(cover.map((point) => toLocal(space, point))));
  const isClear = opacity < 1;
  const materials = [
    countingMaterial('front', isClear),
    countingMaterial('back', isClear),
    capMaterial({ colour, line: palette.underLine, opacity, ratio: pixels.ratio }),
  ] as const;
  const [up, down, cap] = materials;
  const objects = [new Mesh(fanGeometry, up), new Mesh(fanGeometry, down), new Mesh(coverGeometry, cap)];
  objects.forEach((object, step) => {
    object.renderOrder = order + 1e-5 * step;
    object.frustumCulled = false;
  });
  objects[0]!.onBeforeRender = (renderer) => renderer.clearStencil();
  return layerOf(objects, [fanGeometry, coverGeometry, ...materials]);
}

/** (9·N) a triangle from the first point to each segment of the closed curves; `null` without any. */
function fanOf({ firstPoint, closed, positions }: SectionCurves, space: LocalSpace): Float32Array | null {
  let count = 0;
  for (let curve = 0; curve < closed.length; curve++) if (closed[curve] === 1) count += firstPoint[curve + 1]! - firstPoint[curve]!;
  if (count === 0) return null;
  const corners = new Float32Array(9 * count);
  const local = new Float32Array(positions.length);
  const { origin, unit } = space;
  for (let i = 0; i < positions.length; i++) local[i] = (positions[i]! - origin[i % 3]!) / unit;
  const root = firstPoint[closed.indexOf(1)]!;
  let at = 0;
  for (let curve = 0; curve < closed.length; curve++) {
    if (closed[curve] !== 1) continue;
    const [first, end] = [firstPoint[curve]!, firstPoint[curve + 1]!];
    for (let point = first; point < end; point++) {
      const next = point + 1 < end ? point + 1 : first;
      for (const corner of [root, point, next]) {
        for (let axis = 0; axis < 3; axis++) corners[at++] = local[3 * corner + axis]!;
      }
    }
  }
  return corners;
}

/** The part of a convex polygon in a half-space (Sutherland & Hodgman, "Reentrant polygon clipping", 1974). */
function clipped(polygon: readonly Vec3[], space: HalfSpace): readonly Vec3[] {
  return polygon.flatMap((from, i) => {
    const to = polygon[(i + 1) % polygon.length]!;
    const kept = keptSegment([space], from, to);
    if (kept === null) return [];
    const begins = isKept([space], from) ? [from] : [kept[0]];
    return isKept([space], to) ? begins : [...begins, kept[1]];
  });
}

function triangles(polygon: readonly Vec3[]): Float32Array {
  return Float32Array.from(polygon.slice(2).flatMap((point, i) => [...polygon[0]!, ...polygon[i + 1]!, ...point]));
}

function geometryOf(corners: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  return geometry;
}

function outlineLayer(
  { space, palette, pixels, through }: SectionLayerInput,
  { others }: SectionFace,
  curves: SectionCurves,
  colour: Rgb,
): Layer {
  const lines = linesOf(curves, others, space, colour);
  if (lines.count === 0) return layerOf([], []);
  if (lines.count > maxWideSegments) return thinLines(lines, 0.9, through ? 'through' : 'front', drawOrder.path);
  const look = { width: 1.5, underLine: palette.underLine, faint: 0, through, order: drawOrder.path };
  return outlinedLines(lines, 'diagonal', look, pixels);
}

/** The segments of curves as far as the other faces keep them, local space. They are cut in f64: the GPU would cut them by their own face. */
function linesOf({ firstPoint, closed, positions }: SectionCurves, others: readonly HalfSpace[], space: LocalSpace, colour: Rgb): Boxes {
  const found: (readonly [Vec3, Vec3])[] = [];
  const pointAt = (point: number): Vec3 => [positions[3 * point]!, positions[3 * point + 1]!, positions[3 * point + 2]!];
  for (let curve = 0; curve < closed.length; curve++) {
    const [first, end] = [firstPoint[curve]!, firstPoint[curve + 1]!];
    for (let point = first; point < end - (closed[curve] === 1 ? 0 : 1); point++) {
      const segment = keptSegment(others, pointAt(point), pointAt(point + 1 < end ? point + 1 : first));
      if (segment !== null) found.push(segment);
    }
  }
  const boxes = createBoxes(found.length);
  found.forEach(([from, to], at) => setBox(boxes, at, toLocal(space, from), toLocal(space, to), colour));
  return boxes;
}
