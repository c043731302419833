import { interpolateInferno } from 'd3-scale-chromatic';
import { parseColour, type Rgb } from './palette.ts';

/** Where the scale begins on inferno: its black end cannot be told from the view. */
const minAt = 0.12;

/** Colour of a share of the greatest heat, 0..1, as CSS has it. */
export function heatColour(share: number): string {
  return interpolateInferno(minAt + (1 - minAt) * Math.min(Math.max(share, 0), 1));
}

/** (3·256) the scale as u8. */
export function heatScale(): Uint8Array {
  const scale = new Uint8Array(3 * 256);
  for (let i = 0; i < 256; i++) {
    const colour: Rgb = parseColour(heatColour(i / 255)) ?? [1, 1, 1];
    colour.forEach((part, k) => (scale[3 * i + k] = Math.round(255 * part)));
  }
  return scale;
}
