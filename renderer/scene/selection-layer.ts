import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { nodePath, nodeRange, type Tree, trianglePath, trianglesOfRun } from '#core/tree';
import { difference, has, type IndexSet, membersOf, runsOf } from '../state/selection/index-set.ts';
import { trianglesOfSelection } from '../state/selection/selected-triangles.ts';
import type { QuerySelection, Selection } from '../state/store/records.ts';
import { formatCount } from '../text/format-number.ts';
import { boxesOf, createBoxes, type Boxes } from './boxes.ts';
import { depthRgb, exactDash, hasGrid } from './boxes-layer.ts';
import { depthColour } from './depth-colour.ts';
import { drawOrder, outlinedLines } from './figure.ts';
import type { LabelSpec } from './labels.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import type { TriangleRange } from './expand-triangles.ts';
import { exactBoxes, setNodeBoxes, stretchSlack } from './tree-boxes.ts';
import { isDrawnAsSpheres, outlinedVolumes, volumeFigure } from './volume-figure.ts';

/** What of a document a highlight needs. */
export interface HighlightInput {
  readonly mesh: TriangleMesh;
  readonly surface: Surface;
  readonly tree: Tree | null;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  readonly through: boolean;
  /** As for the boxes of a level. */
  readonly exact: boolean;
  readonly slack: number;
  /** Hidden triangles, which no highlight paints; `null` for none. */
  readonly hidden: IndexSet | null;
}

/** The boxes further down are small and close together: their labels would cover what they name. */
const maxDepthLabels = 6;

type InDocument = Exclude<Selection, QuerySelection | { readonly kind: 'finding' }>;

/** Draws the selection: its box and triangles, faint where hidden; with `path`, its ancestors in depth colours. */
export function createSelectionLayer(input: HighlightInput, selection: InDocument, path: boolean): Layer {
  const { tree, palette } = input;
  const layers: Layer[] = [];
  const nodes = pathTo(tree, selection);
  if (tree !== null && nodes !== null) {
    if (path) layers.push(pathBoxes(input, tree, nodes.slice(0, -1)));
    const last = nodes.slice(-1);
    layers.push(volumesOf(input, tree, last, () => palette.selection, 2.5, drawOrder.chosen, 0.4));
    if (input.exact) layers.push(exactOf(input, tree, path ? nodes : last));
    if (selection.kind === 'node')
      layers.push(layerOf([], [], [nodeLabel(selection.node, anchorsOf(tree, boxesAround(input, tree, last), 0))]));
  }
  layers.push(...surfaceOf(input, selection, palette.selection, { opacity: 0.62, faint: 0.16, width: 2, order: drawOrder.chosen }));
  return joinLayers(layers);
}

/** Draws the hovered object of a list or the view, as an outline where that suffices. */
export function createHoverLayer(input: HighlightInput, hover: Exclude<InDocument, { readonly kind: 'document' }>): Layer {
  const { tree, palette } = input;
  const layers: Layer[] = [];
  if (hover.kind === 'node' && tree !== null && hover.node < tree.nodeCount) {
    layers.push(volumesOf(input, tree, [hover.node], () => palette.hover, 1.5, drawOrder.hover, 0.5));
  }
  layers.push(...surfaceOf(input, hover, palette.hover, { opacity: 0.16, faint: 0, width: 1.5, order: drawOrder.hover }));
  return joinLayers(layers);
}

/** Returns the nodes from the root to the selection; `null` if the tree does not contain it. */
export function pathTo(tree: Tree | null, selection: InDocument): number[] | null {
  if (tree === null) return null;
  switch (selection.kind) {
    case 'node':
      return selection.node < tree.nodeCount ? nodePath(tree, selection.node) : null;
    case 'triangle':
      return trianglePath(tree, selection.triangle);
    case 'part':
    case 'parts':
    case 'triangles':
    case 'document':
      return null;
  }
}

function pathBoxes(input: HighlightInput, tree: Tree, nodes: readonly number[]): Layer {
  const boxes = boxesAround(input, tree, nodes);
  const labels = nodes.slice(0, maxDepthLabels).map(
    (_, depth): LabelSpec => ({
      kind: 'depth',
      text: `depth ${depth}`,
      swatch: depthColour(depth, tree.depth),
      // Each starts at the next corner, so that they spread around.
      anchors: rotated(anchorsOf(tree, boxes, depth), depth),
      priority: 40 - depth,
    }),
  );
  const volumes = volumesOf(input, tree, nodes, (depth) => depthRgb(depth, tree.depth), 2, drawOrder.path, 0);
  return joinLayers([volumes, layerOf([], [], labels)]);
}

/** The volumes of nodes in wide lines. */
function volumesOf(
  input: HighlightInput,
  tree: Tree,
  nodes: readonly number[],
  colourOf: (at: number) => Rgb,
  width: number,
  order: number,
  faint: number,
): Layer {
  const { mesh, space, palette, pixels, through, exact, slack } = input;
  const figure = volumeFigure(tree, nodes, space, colourOf);
  if (figure.kind === 'boxes' && exact && slack !== 1 && hasGrid(tree))
    stretchSlack(figure.boxes, exactBoxes(mesh, tree, nodes, space, palette.hover), slack);
  return outlinedVolumes(figure, { width, underLine: palette.underLine, faint, through, order }, pixels);
}

/** The boxes that the triangles below nodes fill exactly. */
function exactOf({ mesh, space, palette, pixels, through }: HighlightInput, tree: Tree, nodes: readonly number[]): Layer {
  const boxes = exactBoxes(mesh, tree, nodes, space, palette.hover);
  return outlinedLines(
    boxes,
    'edges',
    { width: 1.25, underLine: palette.underLine, faint: 0, through, order: drawOrder.chosen, dash: exactDash },
    pixels,
  );
}

/** Returns the anchors of node labels, at the boxes around their volumes. */
function boxesAround({ space, palette }: HighlightInput, tree: Tree, nodes: readonly number[]): Boxes {
  const boxes = createBoxes(nodes.length);
  setNodeBoxes(boxes, tree, nodes, space, () => palette.hover);
  return boxes;
}

function nodeLabel(node: number, anchors: readonly Vec3[]): LabelSpec {
  return { kind: 'selection', text: `node ${formatCount(node)}`, anchors, priority: 90 };
}

interface SurfaceLooks {
  readonly opacity: number;
  readonly faint: number;
  readonly width: number;
  readonly order: number;
}

/** Its visible triangles painted over; a single one is outlined too. A whole document needs no paint: everything would be sky. */
function surfaceOf(input: HighlightInput, thing: InDocument, colour: Rgb, looks: SurfaceLooks): Layer[] {
  const { mesh, surface, tree, palette, hidden } = input;
  const look = { colour, edge: palette.underLine, opacity: looks.opacity, faint: looks.faint };
  switch (thing.kind) {
    case 'document':
      return [];
    case 'part': {
      const part = mesh.parts[thing.part];
      if (part === undefined) return [];
      const { firstTriangle: first, triangleCount: count } = part;
      const triangles = hidden === null ? { first, count } : visibleOf(input, thing);
      return [highlightTriangles(surface, triangles, { ...look, opacity: look.opacity / 2 })];
    }
    case 'parts':
      return [highlightTriangles(surface, visibleOf(input, thing), { ...look, opacity: look.opacity / 2 })];
    case 'triangles':
      return [highlightTriangles(surface, visibleOf(input, thing), look)];
    case 'node': {
      if (tree === null || thing.node >= tree.nodeCount) return [];
      const { first, count } = nodeRange(tree, thing.node);
      // If most triangles are lit, the faint pass would double the cost and only veil the mesh.
      const faint = count > surface.triangles / 2 ? 0 : look.faint;
      return [
        highlightTriangles(surface, hidden === null ? trianglesOfRun(tree, first, count) : visibleOf(input, thing), { ...look, faint }),
      ];
    }
    case 'triangle': {
      if (thing.triangle >= surface.triangles || (hidden !== null && has(hidden, thing.triangle))) return [];
      const boxes = triangleOutline(mesh, thing.triangle, input.space, colour);
      return [
        highlightTriangles(surface, { first: thing.triangle, count: 1 }, look),
        outline(input, boxes, 'diagonal', looks.width, looks.order, looks.faint > 0 ? 0.4 : 0),
      ];
    }
  }
}

/** Returns the visible triangles of a selection: one run, or a list. */
function visibleOf({ mesh, tree, hidden }: HighlightInput, thing: InDocument): TriangleRange | Uint32Array {
  const all = trianglesOfSelection(thing, { mesh, tree, finding: null });
  const visible = hidden === null ? all : difference(all, hidden);
  const [run, ...others] = runsOf(visible);
  return run !== undefined && others.length === 0 ? run : membersOf(visible);
}

function outline(input: HighlightInput, boxes: Boxes, figure: 'edges' | 'diagonal', width: number, order: number, faint: number): Layer {
  const { palette, pixels, through } = input;
  return outlinedLines(boxes, figure, { width, underLine: palette.underLine, faint, through, order }, pixels);
}

/** The three edges of a triangle as segments. */
export function triangleOutline(mesh: TriangleMesh, triangle: number, space: LocalSpace, colour: Rgb): Boxes {
  const corners = [0, 1, 2].map((corner) => {
    const at = 3 * mesh.indices[3 * triangle + corner]!;
    return toLocal(space, [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!]);
  });
  return boxesOf(corners.map((from, i) => ({ from, to: corners[(i + 1) % 3]!, colour })));
}

/** Points of a volume for its label, by the box around it. */
function anchorsOf(tree: Tree, boxes: Boxes, at: number): Vec3[] {
  return isDrawnAsSpheres(tree) ? poles(boxes, at) : topCorners(boxes, at);
}

/** The corners of a ball's box lie far from it; the top and three points around it do not. */
function poles({ corners }: Boxes, at: number): Vec3[] {
  const [x, y, z] = [0, 1, 2].map((k) => (corners[6 * at + k]! + corners[6 * at + 3 + k]!) / 2) as [number, number, number];
  const radius = (corners[6 * at + 3]! - corners[6 * at]!) / 2;
  return [
    [x, y + radius, z],
    [x + radius, y, z],
    [x, y, z + radius],
    [x - radius, y, z],
  ];
}

/** The four corners of the upper face: a label takes the one that has room. */
function topCorners({ corners }: Boxes, at: number): Vec3[] {
  const [x0, x1] = [corners[6 * at]!, corners[6 * at + 3]!];
  const y = corners[6 * at + 4]!;
  const [z0, z1] = [corners[6 * at + 2]!, corners[6 * at + 5]!];
  return [
    [x0, y, z0],
    [x1, y, z0],
    [x1, y, z1],
    [x0, y, z1],
  ];
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
