import { computed } from '@preact/signals-core';
import { convexHull } from '#core/convex';
import type { Vec3 } from '#core/math';
import { type BezierPatch, type CurvedSurface, patchPoint } from '#core/patch';
import type { DocumentId } from '#host-api';
import type { PatchLines } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { drawOrder } from './figure.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';
import { surfaceLines } from './surface-lines.ts';

interface Parts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

type Segment = readonly [from: Vec3, to: Vec3];

/** Hulls of more patches are left out: to compute them would stop the window. */
const maxHulls = 2000;

/** Returns functions that draw the control points of a curved surface, their hulls, and the lines of its triangles. They follow the store. */
export function patchLayersOf({ store, palette, pixels }: Parts, id: DocumentId, space: LocalSpace): readonly (() => Layer | null)[] {
  const surface = computed(() => store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.surface ?? null);
  const display = store.scene;
  const cage = computed(() => display.value.display.patchCage);
  const hulls = computed(() => display.value.display.patchHulls);
  const lines = computed(() => display.value.display.patchLines);
  const draw = (segments: readonly Segment[], colour: Palette['selection'], width: number): Layer | null => {
    const local = segments.map(([from, to]) => [toLocal(space, from), toLocal(space, to)] as const);
    return local.length === 0 ? null : surfaceLines(local, { colour, underLine: palette.underLine, order: drawOrder.path, width }, pixels);
  };
  return [
    () => (surface.value === null || !cage.value ? null : draw(surface.value.patches.flatMap(cageOf), palette.selection, 1.25)),
    () =>
      surface.value === null || !hulls.value ? null : draw(surface.value.patches.slice(0, maxHulls).flatMap(hullOf), palette.good, 1.25),
    () => (surface.value === null || lines.value === 'none' ? null : draw(linesOf(surface.value, lines.value), palette.contactA, 1)),
  ];
}

/** Returns the segments between neighbouring control points. */
export function cageOf({ degreeU, degreeV, points }: BezierPatch): readonly Segment[] {
  const at = (u: number, v: number): Vec3 => pointAt(points, u * (degreeV + 1) + v);
  const segments: Segment[] = [];
  for (let u = 0; u <= degreeU; u++) {
    for (let v = 0; v <= degreeV; v++) {
      if (u < degreeU) segments.push([at(u, v), at(u + 1, v)]);
      if (v < degreeV) segments.push([at(u, v), at(u, v + 1)]);
    }
  }
  return segments;
}

/** Returns the edges of the convex hull of the control points. */
export function hullOf({ points }: BezierPatch): readonly Segment[] {
  const { positions, faceFirst, faceCorners, dimension } = convexHull(points);
  if (dimension === 1) return [[pointAt(positions, 0), pointAt(positions, 1)]];
  const segments: Segment[] = [];
  for (let face = 0; face < faceFirst.length - 1; face++) {
    const [first, end] = [faceFirst[face]!, faceFirst[face + 1]!];
    for (let i = first; i < end; i++) {
      const [a, b] = [faceCorners[i]!, faceCorners[i + 1 === end ? first : i + 1]!];
      // Each edge of a solid belongs to two faces, once in each direction.
      if (a < b || dimension === 2) segments.push([pointAt(positions, a), pointAt(positions, b)]);
    }
  }
  return segments;
}

/** Returns the borders of the patches, or of all their segments, through the vertices of the triangles. */
export function linesOf({ patches, segments }: CurvedSurface, lines: PatchLines): readonly Segment[] {
  return patches.flatMap((patch, i) => {
    const [alongU, alongV] = [segments[2 * i]!, segments[2 * i + 1]!];
    const out = new Float64Array(3);
    const grid = Array.from({ length: alongU + 1 }, (_, u) =>
      Array.from({ length: alongV + 1 }, (_none, v) => {
        patchPoint(patch, u, alongU, v, alongV, out);
        return pointAt(out, 0);
      }),
    );
    const isDrawn = (at: number, last: number): boolean => lines === 'segments' || at === 0 || at === last;
    const found: Segment[] = [];
    for (let u = 0; u <= alongU; u++) {
      for (let v = 0; v <= alongV; v++) {
        if (u < alongU && isDrawn(v, alongV)) found.push([grid[u]![v]!, grid[u + 1]![v]!]);
        if (v < alongV && isDrawn(u, alongU)) found.push([grid[u]![v]!, grid[u]![v + 1]!]);
      }
    }
    return found;
  });
}

function pointAt(points: Float64Array, point: number): Vec3 {
  return [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
}
