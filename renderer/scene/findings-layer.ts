import { type Elements, elementWords, type IgnoredOf, itemCount, itemElements, itemWords } from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { type FindingName, type ShownFinding } from '../state/health/findings.ts';
import type { DocumentFindings } from '../state/health/health-query.ts';
import { itemBounds } from '../state/health/item-bounds.ts';
import { createBoxes, type Boxes } from './boxes.ts';
import { drawOrder, outlinedLines, thinLines } from './figure.ts';
import { isFill, markOf, severityColours, type EdgeMark, type FillMark, type FindingMark, type PointMark } from './finding-marks.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import type { PixelScale } from './line-material.ts';
import { highlightTriangles } from './highlight-triangles.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Surface } from './mesh-layer.ts';
import { maxWideSegments } from './contact-layer.ts';
import type { Palette, Rgb } from './palette.ts';
import { chosenMarks, screenMarks } from './screen-marks.ts';
import type { ClusterSource } from './finding-clusters.ts';

export interface FindingsLayerInput {
  readonly mesh: TriangleMesh;
  readonly surface: Surface;
  readonly space: LocalSpace;
  readonly palette: Palette;
  readonly pixels: PixelScale;
  /** Draw over everything, as x-ray does. */
  readonly through: boolean;
}

/** Above this count marks are small dots: rings would cover each other and the mesh. */
const maxLargeMarks = 5000;

/** Above this count the marks of a kind are drawn as clusters where they are close together on the screen. */
const maxUnclustered = 300;

/** Whether elements are drawn as counts in circles where they are close together on the screen: above a count. */
export function isClustered({ kind }: Elements, words: Uint32Array): boolean {
  return words.length / elementWords[kind] > maxUnclustered;
}

/** Returns the words of the elements that are not ignored: those that are marked. */
export function markedWords(elements: Elements, ignored: IgnoredOf): Uint32Array {
  return ignored.items.size === 0 ? elements.words : wordsWithout(elements, ignored.items);
}

/** Draws the findings of some kinds that are not ignored, in the colour of their severity, one mark for each kind, errors on top. */
export function createFindingsLayer(
  input: FindingsLayerInput,
  { open, ignored }: DocumentFindings,
  kinds: ReadonlySet<FindingName>,
  document: DocumentId,
): Layer {
  const layers: Layer[] = [];
  for (const finding of open.toReversed()) {
    const { elements, name, code, severity } = finding;
    if (elements === null || !kinds.has(name)) continue;
    const words = markedWords(elements, ignored.get(name)!);
    const mark = markOf(code, elements.kind);
    const colour = input.palette[severity];
    if (elements.kind === 'triangle' || elements.kind === 'pair') layers.push(...paintOnce(input, words, colour, mark));
    const near = joinLayers(marksOf(input, elements, words, mark, { colour, width: 2.5, order: drawOrder.path }));
    layers.push(near);
    if (isClustered(elements, words)) layers.push(clustersOf(input, finding, words, near, document));
  }
  return joinLayers(layers);
}

/** Returns the clusters of a finding with very many elements, and the dots of those that are in no cluster. */
function clustersOf(input: FindingsLayerInput, finding: ShownFinding, words: Uint32Array, near: Layer, document: DocumentId): Layer {
  const { palette, pixels } = input;
  const { name, title, severity, elements } = finding;
  const points = elementPoints(input, elements!.kind, words);
  const look = {
    shape: 'dot',
    size: 5,
    colour: palette[severity],
    underLine: palette.underLine,
    faint: 0.3,
    order: drawOrder.path,
  } as const;
  const { layer, show } = chosenMarks(points, look, pixels);
  const colour = severityColours[severity];
  const source: ClusterSource = { document, name, title, colour, points, object: layer.object, near: near.object, showSingles: show };
  return { ...layer, clusters: [source] };
}

/** (3·N) a point of each element. */
function elementPoints(input: FindingsLayerInput, kind: Elements['kind'], words: Uint32Array): Float32Array {
  switch (kind) {
    case 'vertex':
      return vertexPoints(input, words);
    case 'triangle':
      return trianglePoints(input, words);
    case 'pair':
      return trianglePoints(
        input,
        words.filter((_, i) => i % 2 === 0),
      );
    case 'edge':
      return edgePoints(input, words);
  }
}

/** Returns the midpoint of each edge; not finite where an end is not. */
function edgePoints({ mesh: { positions }, space: { origin, unit } }: FindingsLayerInput, words: Uint32Array): Float32Array {
  const points = new Float32Array(1.5 * words.length);
  for (let i = 0; i < points.length; i++) {
    const [edge, axis] = [Math.floor(i / 3), i % 3];
    const sum = positions[3 * words[2 * edge]! + axis]! / 2 + positions[3 * words[2 * edge + 1]! + axis]! / 2;
    points[i] = (sum - origin[axis]!) / unit;
  }
  return points;
}

/** Paints each triangle once: a triangle can be in several pairs. */
function paintOnce(input: FindingsLayerInput, words: Uint32Array, colour: Rgb, mark: FindingMark): Layer[] {
  const painted = new Uint8Array(input.surface.triangles);
  for (const triangle of words) painted[triangle] = 1;
  const triangles = indicesOf(painted);
  return triangles.length === 0
    ? []
    : [paint(input, triangles, colour, isFill(mark) && mark !== 'fill' ? 0.75 : 0.5, isFill(mark) ? mark : 'fill')];
}

/** Draws a finding or one of its items in the colour of the selection or hover. */
export function createFindingHighlight(
  input: FindingsLayerInput,
  finding: ShownFinding,
  item: number | null,
  kind: 'selection' | 'hover',
): Layer | null {
  const { elements } = finding;
  if (elements === null || (item !== null && item >= itemCount(elements))) return null;
  const colour = input.palette[kind];
  const words = itemWords(elements, item);
  const isChosen = kind === 'selection';
  // A hover highlight this large costs too much.
  if (!isChosen && words.length > maxHovered) return null;
  const look = { colour, width: isChosen ? 4 : 3, order: isChosen ? drawOrder.chosen : drawOrder.hover };
  // The marks of very many would cover the mesh: their clusters show where they are.
  const isMany = item === null && isClustered(elements, words);
  const layers = isMany ? [] : marksOf(input, elements, words, markOf(finding.code, elements.kind), look);
  if (elements.kind === 'triangle' || elements.kind === 'pair') {
    layers.push(paint(input, words.slice(), colour, isChosen ? 0.62 : 0.3));
    // A few triangles are also outlined, so that thin ones are visible.
    if (words.length <= maxOutlined)
      layers.push(lines(input, outlines(input, words, colour), 'line', { ...look, width: isChosen ? 2 : 1.5 }));
  }
  if (isChosen && item !== null) layers.push(labelOf(input, elements, item, finding.title));
  return joinLayers(layers);
}

const maxOutlined = 200;
const maxHovered = 40_000;

function labelOf({ mesh, space }: FindingsLayerInput, elements: Elements, item: number, title: string): Layer {
  const bounds = itemBounds(mesh, elements, item);
  if (bounds === null) return layerOf([], []);
  const [a, b] = [toLocal(space, bounds.min), toLocal(space, bounds.max)];
  const anchors = [
    [b[0], b[1], b[2]],
    [a[0], b[1], b[2]],
    [b[0], b[1], a[2]],
    [a[0], b[1], a[2]],
  ] as const;
  return layerOf([], [], [{ kind: 'selection', text: `${title} ${item + 1}`, anchors, priority: 90 }]);
}

interface MarkLook {
  readonly colour: Rgb;
  /** Line width, CSS pixels; marks scale with it. */
  readonly width: number;
  readonly order: number;
}

/** Mark sizes without line width, CSS pixels; all cover about the same area. */
const markSizes = { ring: 13, square: 13, diamond: 16, dot: 7, block: 7, lozenge: 9, wedge: 10 } as const satisfies Record<
  PointMark,
  number
>;

/** Draws the marks of elements, without the paint on their triangles. */
function marksOf(input: FindingsLayerInput, { kind }: Elements, words: Uint32Array, mark: FindingMark, look: MarkLook): Layer[] {
  if (words.length === 0) return [];
  switch (mark) {
    case 'fill':
    case 'hatch':
    case 'back-hatch':
    case 'cross-hatch':
    case 'bars':
    case 'columns':
    case 'spots':
    case 'grid':
    case 'checks':
    case 'circles':
      return [];
    case 'line':
    case 'dashes':
    case 'dots':
      return [lines(input, edges(input, words, look.colour), mark, look)];
    case 'ring':
    case 'square':
    case 'diamond':
    case 'dot':
    case 'block':
    case 'lozenge':
    case 'wedge': {
      const points = kind === 'vertex' ? vertexPoints(input, words) : trianglePoints(input, words);
      const isMany = points.length / 3 > maxLargeMarks;
      const size = isMany ? 4 : markSizes[mark] + look.width;
      const { colour, order } = look;
      const { underLine } = input.palette;
      return [screenMarks(points, { shape: isMany ? 'dot' : mark, size, colour, underLine, faint: 0.3, order }, input.pixels)];
    }
  }
}

function paint(
  { surface, palette, pixels }: FindingsLayerInput,
  triangles: Uint32Array,
  colour: Rgb,
  opacity: number,
  mark: FillMark = 'fill',
): Layer {
  // If most triangles are painted, the faint pass would only veil the mesh.
  const faint = triangles.length > surface.triangles / 2 ? 0 : 0.16;
  return highlightTriangles(surface, triangles, {
    colour,
    edge: palette.underLine,
    opacity,
    faint,
    pattern: { mark, ratio: pixels.ratio },
  });
}

function lines({ palette, pixels, through }: FindingsLayerInput, boxes: Boxes, mark: EdgeMark, { width, order }: MarkLook): Layer {
  if (boxes.count > maxWideSegments) return thinLines(boxes, 0.9, through ? 'through' : 'front', order);
  const dash = { line: {}, dashes: { dash: [8, 5] }, dots: { dash: [2.5, 2.5] } } as const;
  return outlinedLines(boxes, 'diagonal', { width, underLine: palette.underLine, faint: 0.35, through, order, ...dash[mark] }, pixels);
}

/** Hot: there may be hundreds of thousands, likewise below. */
function edges({ mesh, space }: FindingsLayerInput, words: Uint32Array, colour: Rgb): Boxes {
  const boxes = createBoxes(words.length / 2);
  for (let i = 0; i < boxes.count; i++) setSegment(boxes, i, mesh, words[2 * i]!, words[2 * i + 1]!, space);
  return coloured(boxes, colour);
}

function outlines({ mesh, space }: FindingsLayerInput, triangles: Uint32Array, colour: Rgb): Boxes {
  const boxes = createBoxes(3 * triangles.length);
  for (let i = 0; i < boxes.count; i++) {
    const first = 3 * triangles[(i / 3) | 0]!;
    setSegment(boxes, i, mesh, mesh.indices[first + (i % 3)]!, mesh.indices[first + ((i + 1) % 3)]!, space);
  }
  return coloured(boxes, colour);
}

function coloured(boxes: Boxes, colour: Rgb): Boxes {
  const bytes = colour.map((value) => Math.round(255 * value));
  for (let i = 0; i < boxes.colours.length; i++) boxes.colours[i] = bytes[i % 4] ?? 0;
  return boxes;
}

function setSegment(
  { corners }: Boxes,
  at: number,
  { positions }: TriangleMesh,
  from: number,
  to: number,
  { origin, unit }: LocalSpace,
): void {
  for (let axis = 0; axis < 3; axis++) {
    corners[6 * at + axis] = finite((positions[3 * from + axis]! - origin[axis]!) / unit);
    corners[6 * at + 3 + axis] = finite((positions[3 * to + axis]! - origin[axis]!) / unit);
  }
}

function vertexPoints({ mesh: { positions }, space: { origin, unit } }: FindingsLayerInput, vertices: Uint32Array): Float32Array {
  const points = new Float32Array(3 * vertices.length);
  let count = 0;
  for (const vertex of vertices) {
    const x = (positions[3 * vertex]! - origin[0]) / unit;
    const y = (positions[3 * vertex + 1]! - origin[1]) / unit;
    const z = (positions[3 * vertex + 2]! - origin[2]) / unit;
    count = addPoint(points, count, x, y, z);
  }
  return points.slice(0, 3 * count);
}

/** Returns the midpoint of each triangle's longest side, which is also visible on a triangle without area. */
function trianglePoints({ mesh, space: { origin, unit } }: FindingsLayerInput, triangles: Uint32Array): Float32Array {
  const points = new Float32Array(3 * triangles.length);
  const { positions, indices } = mesh;
  let count = 0;
  for (const triangle of triangles) {
    let longest = -1;
    let x = NaN;
    let y = NaN;
    let z = NaN;
    for (let side = 0; side < 3; side++) {
      const p = 3 * indices[3 * triangle + side]!;
      const q = 3 * indices[3 * triangle + ((side + 1) % 3)]!;
      const length = Math.hypot(
        positions[p]! - positions[q]!,
        positions[p + 1]! - positions[q + 1]!,
        positions[p + 2]! - positions[q + 2]!,
      );
      if (!(length > longest)) continue;
      longest = length;
      x = ((positions[p]! + positions[q]!) / 2 - origin[0]) / unit;
      y = ((positions[p + 1]! + positions[q + 1]!) / 2 - origin[1]) / unit;
      z = ((positions[p + 2]! + positions[q + 2]!) / 2 - origin[2]) / unit;
    }
    count = addPoint(points, count, x, y, z);
  }
  return points.slice(0, 3 * count);
}

/** Adds a point unless it is not finite. Returns the new count. */
function addPoint(points: Float32Array, count: number, x: number, y: number, z: number): number {
  if (!Number.isFinite(x + y + z)) return count;
  points[3 * count] = x;
  points[3 * count + 1] = y;
  points[3 * count + 2] = z;
  return count + 1;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function wordsWithout(elements: Elements, items: ReadonlyMap<number, string>): Uint32Array {
  const size = elementWords[elements.kind];
  const kept = new Uint32Array(elements.words.length);
  let count = 0;
  for (let item = 0; item < itemCount(elements); item++) {
    if (items.has(item)) continue;
    const { first, end } = itemElements(elements, item);
    kept.set(elements.words.subarray(size * first, size * end), count);
    count += size * (end - first);
  }
  return kept.subarray(0, count);
}

function indicesOf(isMeant: Uint8Array): Uint32Array {
  const indices = new Uint32Array(isMeant.length);
  let count = 0;
  for (let i = 0; i < isMeant.length; i++) if (isMeant[i] === 1) indices[count++] = i;
  return indices.slice(0, count);
}
