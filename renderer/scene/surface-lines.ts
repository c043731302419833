import type { Vec3 } from '#core/math';
import { createBoxes, setBox } from './boxes.ts';
import { outlinedLines, thinLines } from './figure.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { Rgb } from './palette.ts';

/** More segments are one pixel wide. */
const maxWideSegments = 6000;
/** More segments are left out. */
export const maxSurfaceSegments = 400_000;

export type LineSegment = readonly [from: Vec3, to: Vec3];

export interface SurfaceLineLook {
  readonly colour: Rgb;
  readonly underLine: Rgb;
  readonly order: number;
  /** CSS pixels; 1.75 by default. */
  readonly width?: number;
}

/**
 * Draws segments that lie on or near surfaces, local space: outlined and faint behind the mesh, or thin lines where there are many. No more are
 * made than are drawn.
 */
export function surfaceLines(segments: Iterable<LineSegment>, look: SurfaceLineLook, pixels: PixelScale): Layer | null {
  const { colour, underLine, order, width = 1.75 } = look;
  const ends: number[] = [];
  for (const [from, to] of segments) {
    if (ends.length === 6 * maxSurfaceSegments) break;
    ends.push(from[0], from[1], from[2], to[0], to[1], to[2]);
  }
  const count = ends.length / 6;
  if (count === 0) return null;
  const lines = createBoxes(count);
  for (let i = 0; i < count; i++) {
    const [ax, ay, az, bx, by, bz] = ends.slice(6 * i, 6 * i + 6) as [number, number, number, number, number, number];
    setBox(lines, i, [ax, ay, az], [bx, by, bz], colour);
  }
  if (count > maxWideSegments) return thinLines(lines, 0.9, 'front', order);
  return outlinedLines(lines, 'diagonal', { width, underLine, faint: 0.3, through: false, order, onSurface: true }, pixels);
}
