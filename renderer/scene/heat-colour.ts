import { interpolateInferno } from 'd3-scale-chromatic';
import { parseColour, type Rgb } from './palette.ts';

/** Start of the scale on inferno: its black end looks like the background. */
const minAt = 0.12;

/** Returns the CSS colour of a share of the maximum heat, 0..1. */
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
