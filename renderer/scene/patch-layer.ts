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
import type { Palette, Rgb } from './palette.ts';
import { type LineSegment, surfaceLines } from './surface-lines.ts';

interface Parts {
  readonly store: Store;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Hulls of more patches are left out: to compute them would stop the window. */
export const maxPatchHulls = 2000;

/** Returns functions that draw the control points of a curved surface, their hulls, and the lines of its triangles. They follow the store. */
export function patchLayersOf({ store, palette, pixels }: Parts, id: DocumentId, space: LocalSpace): readonly (() => Layer | null)[] {
  const surface = computed(() => store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.surface ?? null);
  const cage = computed(() => store.scene.value.display.patchCage);
  const hulls = computed(() => store.scene.value.display.patchHulls);
  const lines = computed(() => store.scene.value.display.patchLines);
  const draw = (segments: Iterable<LineSegment>, colour: Rgb, width: number): Layer | null =>
    surfaceLines(inSpace(segments, space), { colour, underLine: palette.underLine, order: drawOrder.path, width }, pixels);
  return [
    () => (surface.value === null || !cage.value ? null : draw(ofAll(surface.value.patches, cageOf), palette.selection, 1.25)),
    () =>
      surface.value === null || !hulls.value
        ? null
        : draw(ofAll(surface.value.patches.slice(0, maxPatchHulls), hullOf), palette.good, 1.25),
    () => (surface.value === null || lines.value === 'none' ? null : draw(linesOf(surface.value, lines.value), palette.contactA, 1)),
  ];
}

function* inSpace(segments: Iterable<LineSegment>, space: LocalSpace): Generator<LineSegment> {
  for (const [from, to] of segments) yield [toLocal(space, from), toLocal(space, to)];
}

function* ofAll(patches: readonly BezierPatch[], segmentsOf: (patch: BezierPatch) => Iterable<LineSegment>): Generator<LineSegment> {
  for (const patch of patches) yield* segmentsOf(patch);
}

/** Yields the segments between neighbouring control points. */
export function* cageOf({ degreeU, degreeV, points }: BezierPatch): Generator<LineSegment> {
  const at = (u: number, v: number): Vec3 => pointAt(points, u * (degreeV + 1) + v);
  for (let u = 0; u <= degreeU; u++) {
    for (let v = 0; v <= degreeV; v++) {
      if (u < degreeU) yield [at(u, v), at(u + 1, v)];
      if (v < degreeV) yield [at(u, v), at(u, v + 1)];
    }
  }
}

/** Yields the edges of the convex hull of the control points. */
export function* hullOf({ points }: BezierPatch): Generator<LineSegment> {
  const { positions, faceFirst, faceCorners, dimension } = convexHull(points);
  if (dimension === 1) yield [pointAt(positions, 0), pointAt(positions, 1)];
  for (let face = 0; face < faceFirst.length - 1; face++) {
    const [first, end] = [faceFirst[face]!, faceFirst[face + 1]!];
    for (let i = first; i < end; i++) {
      const [a, b] = [faceCorners[i]!, faceCorners[i + 1 === end ? first : i + 1]!];
      // Each edge of a solid belongs to two faces, once in each direction.
      if (a < b || dimension === 2) yield [pointAt(positions, a), pointAt(positions, b)];
    }
  }
}

/** Yields the borders of the patches, or of all their segments, through the vertices of the triangles. */
export function* linesOf({ patches, segments }: CurvedSurface, lines: PatchLines): Generator<LineSegment> {
  const out = new Float64Array(3);
  for (const [i, patch] of patches.entries()) {
    const [alongU, alongV] = [segments[2 * i]!, segments[2 * i + 1]!];
    const at = (u: number, v: number): Vec3 => {
      patchPoint(patch, u, alongU, v, alongV, out);
      return pointAt(out, 0);
    };
    const isDrawn = (line: number, last: number): boolean => lines === 'segments' || line === 0 || line === last;
    for (let u = 0; u <= alongU; u++) {
      for (let v = 0; v <= alongV; v++) {
        if (u < alongU && isDrawn(v, alongV)) yield [at(u, v), at(u + 1, v)];
        if (v < alongV && isDrawn(u, alongU)) yield [at(u, v), at(u, v + 1)];
      }
    }
  }
}

/** Returns how many segments `linesOf` yields. */
export function lineCount({ segments }: CurvedSurface, lines: PatchLines): number {
  let count = 0;
  for (let i = 0; i < segments.length; i += 2) {
    const [u, v] = [segments[i]!, segments[i + 1]!];
    if (lines === 'borders') count += 2 * (u + v);
    if (lines === 'segments') count += u * (v + 1) + v * (u + 1);
  }
  return count;
}

function pointAt(points: Float64Array, point: number): Vec3 {
  return [points[3 * point]!, points[3 * point + 1]!, points[3 * point + 2]!];
}
