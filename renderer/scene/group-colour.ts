import { interpolateRainbow, schemeSet2 } from 'd3-scale-chromatic';
import type { GroupPaint } from '../state/colour/triangle-colours.ts';
import { depthColour } from './depth-colour.ts';
import { paletteTokens, parseColour, type Palette, type Rgb } from './palette.ts';

/** Share of the colour circle between two numbers: the golden ratio, so that neighbours differ and none comes twice soon. */
const step = 0.618_033_988_75;

/** Returns the CSS colour of a category by its number: eight muted colours that differ for colour-blind people, then hues of even lightness. */
export function categoryColour(index: number): string {
  return schemeSet2[index] ?? muted(interpolateRainbow((index * step) % 1));
}

/** Share of grey in a muted colour: selection and findings must stand out from it. */
const greyShare = 0.35;
const grey = 150;

function muted(colour: string): string {
  const parts = (parseColour(colour) ?? [0.5, 0.5, 0.5]).map((value) => Math.round(255 * (1 - greyShare) * value + greyShare * grey));
  return `rgb(${parts.join(', ')})`;
}

/** Returns the CSS colour of a group, a token of the theme where it has a meaning there. */
export function groupColour(paint: GroupPaint): string {
  switch (paint.kind) {
    case 'category':
      return categoryColour(paint.index);
    case 'none':
      return 'var(--mesh-other)';
    case 'depth':
      return depthColour(paint.depth, paint.deepest);
    case 'role':
      return { rendered: 'var(--mesh-base)', both: categoryColour(0), collider: 'var(--mesh-collider)', trigger: categoryColour(3) }[
        paint.role
      ];
    case 'facing':
      return { walkable: 'var(--facing-walkable)', steep: 'var(--facing-steep)', down: 'var(--facing-down)', none: 'var(--mesh-other)' }[
        paint.facing
      ];
  }
}

/** Returns a colour of `groupColour` for the view. */
export function groupRgb(paint: GroupPaint, palette: Palette): Rgb {
  const text = groupColour(paint);
  const names = Object.keys(paletteTokens) as (keyof Palette)[];
  const token = names.find((name) => text === `var(${paletteTokens[name]})`);
  return (token === undefined ? parseColour(text) : palette[token]) ?? palette.meshBase;
}
