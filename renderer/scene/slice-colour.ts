import { interpolatePuOr } from 'd3-scale-chromatic';
import { parseColour } from './palette.ts';

/** Returns the CSS colour of a signed distance, as a share of the largest one, -1..1: violet inside, orange outside, white on the surface. */
export function sliceColour(share: number): string {
  return interpolatePuOr(0.5 + 0.45 * Math.min(Math.max(share, -1), 1));
}

/** Returns (4·columns·rows) u8 red, green, blue, opacity. Cells where the sign changes are black, and unknown ones clear. */
export function slicePixels(distances: Float64Array, columns: number, rows: number, reach: number): Uint8Array {
  const scale = Array.from({ length: 257 }, (_, i) =>
    (parseColour(sliceColour(i / 128 - 1)) ?? [1, 1, 1]).map((part) => Math.round(255 * part)),
  );
  const pixels = new Uint8Array(4 * columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const distance = distances[at]!;
      if (Number.isNaN(distance)) continue;
      const right = column + 1 < columns ? distances[at + 1]! : distance;
      const below = row + 1 < rows ? distances[at + columns]! : distance;
      const isEdge = distance < 0 !== right < 0 || distance < 0 !== below < 0;
      const share = reach > 0 ? distance / reach : 0;
      const colour = isEdge ? [0, 0, 0] : scale[Math.round(128 * (1 + Math.min(Math.max(share, -1), 1)))]!;
      pixels.set([...colour, 235], 4 * at);
    }
  }
  return pixels;
}
