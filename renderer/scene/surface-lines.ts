import type { Vec3 } from '#core/math';
import { createBoxes, setBox } from './boxes.ts';
import { outlinedLines, thinLines } from './figure.ts';
import type { Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { Rgb } from './palette.ts';

/** More segments are one pixel wide. */
const maxWideSegments = 6000;
/** More segments are left out. */
const maxSegments = 400_000;

export interface SurfaceLineLook {
  readonly colour: Rgb;
  readonly underLine: Rgb;
  readonly order: number;
  /** CSS pixels; 1.75 by default. */
  readonly width?: number;
}

/** Draws segments that lie on or near surfaces, local space: outlined and faint behind the mesh, or thin lines where there are many. */
export function surfaceLines(segments: readonly (readonly [from: Vec3, to: Vec3])[], look: SurfaceLineLook, pixels: PixelScale): Layer {
  const { colour, underLine, order, width = 1.75 } = look;
  const count = Math.min(maxSegments, segments.length);
  const lines = createBoxes(count);
  for (let i = 0; i < count; i++) setBox(lines, i, ...segments[i]!, colour);
  if (count > maxWideSegments) return thinLines(lines, 0.9, 'front', order);
  return outlinedLines(lines, 'diagonal', { width, underLine, faint: 0.3, through: false, order, onSurface: true }, pixels);
}
