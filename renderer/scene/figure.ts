import { LineSegments, Mesh } from 'three';
import { boxGeometry, segmentGeometry, type Boxes } from './boxes.ts';
import { layerOf, type Layer } from './layer.ts';
import { plainMaterial, wideLineMaterial, type DepthRule, type LineLook, type PixelScale } from './line-material.ts';
import type { Rgb } from './palette.ts';

/**
 * Draw order where depth does not decide, lower first, after all opaque surfaces. It also sets the depth offset of lines: of
 * two coincident lines the more important one is fully visible.
 */
export const drawOrder = {
  grid: 0,
  mesh: 1,
  lit: 2,
  fill: 3,
  behind: 4,
  boxes: 5,
  exact: 6,
  path: 7,
  chosen: 9,
  hover: 11,
  ray: 13,
  pairContacts: 15,
} as const;

export interface OutlinedLook {
  /** CSS pixels, without the outline. */
  readonly width: number;
  readonly underLine: Rgb;
  /** Opacity behind the mesh; 0 for none. */
  readonly faint: number;
  /** Draw over everything, as x-ray does. */
  readonly through: boolean;
  readonly order: number;
  readonly dash?: readonly [dash: number, gap: number];
  /** How the hidden parts differ: by default they have the colours and dashes of the line. */
  readonly behind?: { readonly colour: Rgb; readonly dash: readonly [dash: number, gap: number] };
  /** Whether the line lies on surfaces, which may be steep in the view: they do not hide it then. */
  readonly onSurface?: boolean;
}

/** Pixels of depth for each pixel of width: a surface up to 70° from the picture plane hides no line that lies on it. */
const steepness = 2.75;

/**
 * Wide lines, the edges of boxes or segments, with a dark line under them so that they stand out on any ground, and
 * faint where they are hidden. One set of instances, a draw call for each of the passes.
 */
export function outlinedLines(boxes: Boxes, figure: 'edges' | 'diagonal', look: OutlinedLook, pixels: PixelScale): Layer {
  const { width, order } = look;
  const depth: DepthRule = look.through ? 'through' : 'front';
  const dash = look.dash === undefined ? {} : { dash: look.dash };
  const nearer = look.onSurface === true ? steepness * (width / 2 + 1) : 0;
  // Short segments of a curve must not be hidden by the outlines of their neighbours.
  const hides = look.onSurface !== true;
  const passes: { look: LineLook; order: number }[] = [
    { look: { width: width + 2, opacity: 0.75, depth, colour: look.underLine, lift: order, nearer, hides }, order },
    { look: { width, opacity: 1, depth, lift: order + 1, nearer, ...dash }, order: order + 1 },
  ];
  if (look.faint > 0 && !look.through) {
    const hidden = { width, opacity: look.faint, depth: 'behind', lift: order + 1, nearer, ...dash, ...look.behind } as const;
    passes.unshift({ look: hidden, order: drawOrder.behind });
  }
  const geometry = boxGeometry(boxes, figure);
  const materials = passes.map((pass) => wideLineMaterial(pass.look, pixels));
  const objects = passes.map((pass, at) => ordered(new Mesh(geometry, materials[at]), pass.order));
  return layerOf(objects, [geometry, ...materials]);
}

/** Wide lines in one pass. */
export function wideLines(boxes: Boxes, figure: 'edges' | 'diagonal', look: LineLook, pixels: PixelScale, order: number): Layer {
  const geometry = boxGeometry(boxes, figure);
  const material = wideLineMaterial(look, pixels);
  return layerOf([ordered(new Mesh(geometry, material), order)], [geometry, material]);
}

/** Lines of one pixel along the edges of boxes, for very many. */
export function thinBoxes(boxes: Boxes, opacity: number, depth: DepthRule): Layer {
  const geometry = boxGeometry(boxes, 'thin-edges');
  const material = plainMaterial('boxes', opacity, depth, 2);
  return layerOf([ordered(new LineSegments(geometry, material), drawOrder.boxes)], [geometry, material]);
}

/** Lines of one pixel along the diagonals of boxes, for very many segments. */
export function thinLines(boxes: Boxes, opacity: number, depth: DepthRule, order: number): Layer {
  const geometry = segmentGeometry(boxes);
  const material = plainMaterial('segments', opacity, depth, order);
  return layerOf([ordered(new LineSegments(geometry, material), order)], [geometry, material]);
}

export function filledBoxes(boxes: Boxes, opacity: number, depth: DepthRule): Layer {
  const geometry = boxGeometry(boxes, 'faces');
  const material = plainMaterial('boxes', opacity, depth);
  return layerOf([ordered(new Mesh(geometry, material), drawOrder.fill)], [geometry, material]);
}

function ordered<T extends Mesh | LineSegments>(object: T, order: number): T {
  object.renderOrder = order;
  // Instances extend beyond their model and have no bounding sphere; the GPU clips them.
  object.frustumCulled = false;
  return object;
}
