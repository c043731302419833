import type { Vec3 } from '../math/vec3.ts';
import type { Bounds } from '../mesh/bounds.ts';
import type { BspTree } from './bsp-tree.ts';
import { type BspCells, meanOfPoints } from './cells.ts';
import type { PlanePolygon } from './polygon.ts';
import { visitRegions } from './regions.ts';
import type { CellLinks } from './route.ts';

/** Polygons as flat arrays. */
export interface PolygonList {
  /** (3·P) rounded corners, source space, polygon by polygon. */
  readonly points: Float64Array;
  /** (n + 1) first corner of each polygon. */
  readonly first: Uint32Array;
}

/** A BSP tree with its cells and portals, as flat arrays to draw. */
export interface BspPicture {
  /** (L) */
  readonly windings: Int32Array;
  readonly volumes: Float64Array;
  /** The middle of the box around the mesh. */
  readonly middle: Vec3;
  /** (3·L) a point inside each leaf. */
  readonly centres: Float64Array;
  /** (L) 1 for empty leaves that portals connect with the border of the box. */
  readonly isOutside: Uint8Array;
  /** The faces of all leaves within the box. */
  readonly faces: PolygonList;
  /** (L + 1) first face of each leaf. */
  readonly firstFace: Uint32Array;
  /** The parts of the planes of all nodes that lie in the regions of these nodes. */
  readonly sections: PolygonList;
  /** (N) depth of each node; 0 for the root. */
  readonly depths: Uint32Array;
  readonly portals: PolygonList;
  /** (2·portals) the leaves in front of and behind each portal. */
  readonly portalLeaves: Uint32Array;
}

/** Returns the arrays to draw a BSP tree. */
export function bspPicture(tree: BspTree, cells: BspCells, links: CellLinks): BspPicture {
  const { windings } = tree;
  const centres = new Float64Array(3 * windings.length);
  const firstFace = new Uint32Array(windings.length + 1);
  const faces: PlanePolygon[] = [];
  cells.regions.forEach((region, leaf) => {
    centres.set(meanOfPoints([...new Set(region.flatMap(({ points }) => points))]), 3 * leaf);
    for (const face of region) faces.push(face);
    firstFace[leaf + 1] = faces.length;
  });
  return {
    windings,
    volumes: cells.volumes,
    middle: middleOf(tree.space.box),
    centres,
    isOutside: outsideLeaves(tree, cells, links),
    faces: polygonList(faces),
    firstFace,
    sections: polygonList(sectionsOf(tree)),
    depths: nodeDepths(tree),
    portals: polygonList(cells.portals.map(({ polygon }) => polygon)),
    portalLeaves: Uint32Array.from(cells.portals.flatMap(({ front, back }) => [front, back])),
  };
}

/** Returns (L) 1 for empty leaves that portals connect with the border of the box. */
export function outsideLeaves({ windings }: BspTree, { atBorder }: Pick<BspCells, 'atBorder'>, links: CellLinks): Uint8Array {
  const isOutside = new Uint8Array(windings.length);
  const queue: number[] = [];
  const reach = (leaf: number): void => {
    if (isOutside[leaf] === 1) return;
    isOutside[leaf] = 1;
    queue.push(leaf);
  };
  windings.forEach((winding, leaf) => {
    if (winding === 0 && atBorder[leaf] === 1) reach(leaf);
  });
  for (const leaf of queue) for (const link of links[leaf] ?? []) reach(link.leaf);
  return isOutside;
}

/** Returns the corners of one polygon of a list. */
export function polygonAt({ points, first }: PolygonList, index: number): readonly Vec3[] {
  const corners: Vec3[] = [];
  for (let at = 3 * first[index]; at < 3 * first[index + 1]; at += 3) corners.push([points[at], points[at + 1], points[at + 2]]);
  return corners;
}

function polygonList(polygons: readonly PlanePolygon[]): PolygonList {
  const first = new Uint32Array(polygons.length + 1);
  polygons.forEach(({ points }, i) => (first[i + 1] = first[i] + points.length));
  const points = new Float64Array(3 * first[polygons.length]);
  let at = 0;
  for (const polygon of polygons) {
    for (const { x, y, z } of polygon.points) {
      points[at++] = x;
      points[at++] = y;
      points[at++] = z;
    }
  }
  return { points, first };
}

function sectionsOf(tree: BspTree): readonly PlanePolygon[] {
  const sections: PlanePolygon[] = [];
  visitRegions(tree, {
    leaf: () => {},
    section: (node, section) => {
      sections[node] = section;
    },
  });
  return sections;
}

function middleOf({ min, max }: Bounds): Vec3 {
  return [min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2];
}

function nodeDepths({ children, planes }: BspTree): Uint32Array {
  const depths = new Uint32Array(planes.length);
  // A child has a higher number than its parent.
  for (let node = 0; node < planes.length; node++)
    for (const child of [children[2 * node], children[2 * node + 1]]) if (child >= 0) depths[child] = depths[node] + 1;
  return depths;
}
