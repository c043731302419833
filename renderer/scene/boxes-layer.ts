import type { TriangleMesh } from '#core/mesh';
import { nodesAtLevel, type Tree } from '#core/tree';
import { depthColour } from './depth-colour.ts';
import { drawOrder, outlinedLines, thinBoxes } from './figure.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
import { parseColour, type Palette, type Rgb } from './palette.ts';
import { exactBoxes, stretchSlack } from './tree-boxes.ts';
import { filledVolumes, outlinedVolumes, thinVolumes, volumeFigure } from './volume-figure.ts';

/** Dash and gap of the exact boxes, in pixels. */
export const exactDash = [5, 4] as const;

/** Above this number of boxes a level is drawn in lines of one pixel: wide lines would cover the mesh and cost five times more. */
export const maxWideBoxes = 4000;

export interface BoxesInput {
  readonly mesh: TriangleMesh;
  readonly tree: Tree;
  readonly level: number;
  readonly fill: boolean;
  /** Also draw the exact triangle bounds as dashed boxes. */
  readonly exact: boolean;
  /** Factor by which the slack of 16-bit boxes is enlarged, if `exact` is set. */
  readonly slack: number;
  /** X-ray: regardless of depth. */
  readonly through: boolean;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** Draws the bounding volumes of one tree level in the colour of their depth. */
export function createBoxesLayer({ mesh, tree, level, fill, exact, slack, through, space, palette, pixels }: BoxesInput): Layer {
  const nodes = nodesAtLevel(tree, level);
  const colour = depthRgb(level, tree.depth);
  const figure = volumeFigure(tree, nodes, space, () => colour);
  const within = exact ? exactBoxes(mesh, tree, nodes, space, palette.hover) : null;
  if (within !== null && figure.kind === 'boxes' && hasGrid(tree)) stretchSlack(figure.boxes, within, slack);
  const depth = through ? 'through' : 'front';
  const layers: Layer[] = [];
  if (fill) layers.push(filledVolumes(figure, fillOpacity(nodes.length), depth, palette.underLine, pixels));
  if (nodes.length > maxWideBoxes) {
    layers.push(thinVolumes(figure, thinOpacity(nodes.length), depth, palette.underLine, pixels));
    if (within !== null) layers.push(thinBoxes(within, thinOpacity(nodes.length), depth));
  } else {
    const look = { width: nodes.length > 400 ? 1.5 : 2, underLine: palette.underLine, faint: 0, through, order: drawOrder.boxes };
    layers.push(outlinedVolumes(figure, look, pixels));
    if (within !== null)
      layers.push(outlinedLines(within, 'edges', { ...look, width: 1.25, dash: exactDash, order: drawOrder.exact }, pixels));
  }
  return joinLayers(layers);
}

/** Returns whether the boxes of a tree are rounded to a grid, which adds slack. */
export function hasGrid(tree: Tree): boolean {
  return tree.grid.length > 0;
}

export function depthRgb(depth: number, maxDepth: number): Rgb {
  return parseColour(depthColour(depth, maxDepth)) ?? [1, 1, 1];
}

/** Overlapping lines are fainter the more boxes there are. */
function thinOpacity(count: number): number {
  return Math.max(0.1, 0.7 * Math.sqrt(maxWideBoxes / count));
}

/** Overlapping faces are fainter the more boxes there are. */
function fillOpacity(count: number): number {
  return Math.max(0.02, 0.1 / (1 + Math.log2(Math.max(count, 1)) / 4));
}
