import type { Tree } from '#core/tree/layout';
import { nodesAtLevel } from '#core/tree/nodes-at-level';
import { depthColour } from '../theme/depth-colour.ts';
import { createBoxes } from './boxes.ts';
import { drawOrder, filledBoxes, outlinedLines, thinBoxes } from './figure.ts';
import { joinLayers, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import type { LocalSpace } from './local-space.ts';
import { parseColour, type Palette, type Rgb } from './palette.ts';
import { setNodeBoxes } from './tree-boxes.ts';

/** Beyond so many boxes a level is drawn in lines of one pixel: wide ones would cover the mesh and cost five times more. */
export const mostWideBoxes = 4000;

export interface BoxesInput {
  readonly tree: Tree;
  readonly level: number;
  readonly fill: boolean;
  /** X-ray: regardless of depth. */
  readonly through: boolean;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
}

/** The boxes of one level of a tree, in the colour of their depth. */
export function createBoxesLayer({ tree, level, fill, through, space, palette, pixels }: BoxesInput): Layer {
  const nodes = nodesAtLevel(tree, level);
  const boxes = createBoxes(nodes.length);
  setNodeBoxes(boxes, 0, tree, nodes, space, depthRgb(level, tree.depth));
  const depth = through ? 'through' : 'front';
  const layers: Layer[] = [];
  if (fill) layers.push(filledBoxes(boxes, fillOpacity(nodes.length), depth));
  if (nodes.length > mostWideBoxes) {
    layers.push(thinBoxes(boxes, thinOpacity(nodes.length), depth));
  } else {
    const width = nodes.length > 400 ? 1.5 : 2;
    layers.push(outlinedLines(boxes, 'edges', { width, underLine: palette.underLine, faint: 0, through, order: drawOrder.boxes }, pixels));
  }
  return joinLayers(layers);
}

export function depthRgb(depth: number, maxDepth: number): Rgb {
  return parseColour(depthColour(depth, maxDepth)) ?? [1, 1, 1];
}

/** So many lines lie over each other that fainter ones tell more. */
function thinOpacity(count: number): number {
  return Math.max(0.1, 0.7 * Math.sqrt(mostWideBoxes / count));
}

/** Many boxes lie behind each other, so each is fainter. */
function fillOpacity(count: number): number {
  return Math.max(0.02, 0.1 / (1 + Math.log2(Math.max(count, 1)) / 4));
}
