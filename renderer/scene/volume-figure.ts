import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import type { Vec3 } from '#core/math';
import { type Polytope, type Tree, treeKinds, type VolumeGeometry } from '#core/tree';
import { createSphereInstances, drawnSpheres, type SphereInstances } from './sphere-instances.ts';
import { createBoxes, setBox, type Boxes } from './boxes.ts';
import { drawOrder, filledBoxes, outlinedLines, thinBoxes, thinLines, type OutlinedLook } from './figure.ts';
import { joinLayers, layerOf, type Layer } from './layer.ts';
import { plainMaterial, type DepthRule, type PixelScale } from './line-material.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Rgb } from './palette.ts';
import { setNodeBoxes } from './tree-boxes.ts';

/**
 * The volumes of some nodes as what they are, in a document's local space.
 * `boxes` along the axes · `bodies` with flat faces: oriented boxes and hulls of slabs · `spheres`
 */
export type VolumeFigure =
  | { readonly kind: 'boxes'; readonly boxes: Boxes }
  | {
      readonly kind: 'bodies';
      /** Each edge as a diagonal. */
      readonly edges: Boxes;
      /** (9·T) f32 corners of the triangles of the faces, and (12·T) u8 of their colours. */
      readonly triangles: Float32Array;
      readonly colours: Uint8Array;
    }
  | { readonly kind: 'spheres'; readonly spheres: SphereInstances };

/** Maximum number of hulls: more would take seconds. Above it boxes are drawn instead, and the legend says so. */
export const maxHulls = 2000;

/** Returns whether `nodes` nodes of a tree are drawn as boxes instead of their volumes. */
export function isDrawnByBoxes(tree: Tree, nodes: number): boolean {
  const { geometry } = treeKinds[tree.kind];
  return geometry.kind === 'polytope' && geometry.isSlow && nodes > maxHulls;
}

/** Returns whether the volumes of a tree are drawn as spheres. */
export function isDrawnAsSpheres(tree: Tree): boolean {
  return treeKinds[tree.kind].geometry.kind === 'sphere';
}

export function volumeFigure(tree: Tree, nodes: ArrayLike<number>, space: LocalSpace, colourOf: (at: number) => Rgb): VolumeFigure {
  const { geometry } = treeKinds[tree.kind];
  switch (geometry.kind) {
    case 'sphere':
      return { kind: 'spheres', spheres: spheresOf(tree, geometry, nodes, space, colourOf) };
    case 'polytope':
      if (isDrawnByBoxes(tree, nodes.length)) return { kind: 'boxes', boxes: boxesAround(tree, nodes, space, colourOf) };
      return bodiesOf(tree, nodes, space, colourOf, (node) => geometry.polytopeOf(tree, node));
    case 'box':
      return { kind: 'boxes', boxes: boxesAround(tree, nodes, space, colourOf) };
  }
}

/** With wide lines and a dark line under them. */
export function outlinedVolumes(figure: VolumeFigure, look: OutlinedLook, pixels: PixelScale): Layer {
  switch (figure.kind) {
    case 'boxes':
      return outlinedLines(figure.boxes, 'edges', look, pixels);
    case 'bodies':
      return outlinedLines(figure.edges, 'diagonal', look, pixels);
    case 'spheres': {
      const { width, underLine, faint, through, order } = look;
      const front = drawnSpheres(
        figure.spheres,
        { width, line: 1, circles: 0.45, fill: 0, underLine, depth: through ? 'through' : 'front', order },
        pixels,
      );
      if (faint === 0 || through) return front;
      const behind = { width, line: faint, circles: faint / 2, fill: 0, underLine, depth: 'behind', order: drawOrder.behind } as const;
      return joinLayers([drawnSpheres(figure.spheres, behind, pixels), front]);
    }
  }
}

/** With lines of one pixel, for very many. */
export function thinVolumes(figure: VolumeFigure, opacity: number, depth: DepthRule, underLine: Rgb, pixels: PixelScale): Layer {
  switch (figure.kind) {
    case 'boxes':
      return thinBoxes(figure.boxes, opacity, depth);
    case 'bodies':
      return thinLines(figure.edges, opacity, depth, drawOrder.boxes);
    case 'spheres':
      return drawnSpheres(
        figure.spheres,
        { width: 0.5, line: opacity, circles: 0, fill: 0, underLine, depth, order: drawOrder.boxes },
        pixels,
      );
  }
}

export function filledVolumes(figure: VolumeFigure, opacity: number, depth: DepthRule, underLine: Rgb, pixels: PixelScale): Layer {
  switch (figure.kind) {
    case 'boxes':
      return filledBoxes(figure.boxes, opacity, depth);
    case 'bodies':
      return filledTriangles(figure, opacity, depth);
    case 'spheres':
      return drawnSpheres(
        figure.spheres,
        { width: 0, line: 0, circles: 0, fill: opacity, underLine, depth, order: drawOrder.fill },
        pixels,
      );
  }
}

function filledTriangles({ triangles, colours }: Extract<VolumeFigure, { kind: 'bodies' }>, opacity: number, depth: DepthRule): Layer {
  const geometry = new BufferGeometry();
  // The material mixes two ends of a box; here both are the point itself.
  const points = new BufferAttribute(triangles, 3);
  for (const name of ['position', 'boxFrom', 'boxTo']) geometry.setAttribute(name, points);
  geometry.setAttribute('tint', new BufferAttribute(colours, 4, true));
  const material = plainMaterial('boxes', opacity, depth);
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.fill;
  object.frustumCulled = false;
  return layerOf([object], [geometry, material]);
}

function boxesAround(tree: Tree, nodes: ArrayLike<number>, space: LocalSpace, colourOf: (at: number) => Rgb): Boxes {
  const boxes = createBoxes(nodes.length);
  setNodeBoxes(boxes, tree, nodes, space, colourOf);
  return boxes;
}

type SphereGeometry = Extract<VolumeGeometry, { kind: 'sphere' }>;

function spheresOf(
  tree: Tree,
  { sphereOf }: SphereGeometry,
  nodes: ArrayLike<number>,
  space: LocalSpace,
  colourOf: (at: number) => Rgb,
): SphereInstances {
  const instances = createSphereInstances(nodes.length);
  const move = toLocal(space, tree.origin);
  for (let i = 0; i < nodes.length; i++) {
    const { centre, radius } = sphereOf(tree, nodes[i]!);
    for (let k = 0; k < 3; k++) instances.spheres[4 * i + k] = centre[k]! / space.unit + move[k]!;
    instances.spheres[4 * i + 3] = radius / space.unit;
    setColour(instances.colours, i, colourOf(i));
  }
  return instances;
}

function bodiesOf(
  tree: Tree,
  nodes: ArrayLike<number>,
  space: LocalSpace,
  colourOf: (at: number) => Rgb,
  bodyOf: (node: number) => Polytope,
): VolumeFigure {
  const move = toLocal(space, tree.origin);
  const local = ([x, y, z]: Vec3): Vec3 => [x / space.unit + move[0], y / space.unit + move[1], z / space.unit + move[2]];
  const bodies = Array.from(nodes, bodyOf);
  const edges = createBoxes(bodies.reduce((sum, body) => sum + body.edges.length, 0));
  const triangleCount = bodies.reduce((sum, { faces }) => faces.reduce((count, face) => count + face.length - 2, sum), 0);
  const triangles = new Float32Array(9 * triangleCount);
  const colours = new Uint8Array(12 * triangleCount);
  let edge = 0;
  let corner = 0;
  bodies.forEach((body, at) => {
    const colour = colourOf(at);
    for (const [from, to] of body.edges) setBox(edges, edge++, local(from), local(to), colour);
    for (const face of body.faces) {
      const points = face.map(local);
      for (let i = 2; i < points.length; i++) {
        for (const point of [points[0]!, points[i - 1]!, points[i]!]) {
          triangles.set(point, 3 * corner);
          setColour(colours, corner++, colour);
        }
      }
    }
  });
  return { kind: 'bodies', edges, triangles, colours };
}

function setColour(colours: Uint8Array, at: number, colour: Rgb): void {
  for (let i = 0; i < 3; i++) colours[4 * at + i] = Math.round(255 * colour[i]!);
}
