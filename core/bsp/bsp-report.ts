import type { Vec3 } from '../math/vec3.ts';
import type { Bounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { quickTree } from '../options/build-options.ts';
import type { BspOptions } from '../options/bsp-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildTree } from '../tree/build-tree.ts';
import { openTree } from '../tree/open-tree.ts';
import { bspBytes, type BspTree } from './bsp-tree.ts';
import { buildBsp } from './build-bsp.ts';
import { type BspCells, bspCells, meanOfPoints } from './cells.ts';
import { openEdges } from './open-edges.ts';
import { type LeakSearch, openLeak } from './open-leak.ts';
import { leavesAt, pointSide, type PointSide } from './point-side.ts';
import { type CellLinks, cellLinks, leakFrom } from './route.ts';

/** Where a point is in a BSP tree. */
export interface BspPointReport {
  readonly point: Vec3;
  /** `null` for a mesh that is not closed. */
  readonly side: PointSide | null;
  /** The cell: index of an empty leaf; `null` in the solid, on its border, and outside the box. */
  readonly cell: number | null;
  /** A way from the point through empty cells to the border of the box; empty if solid encloses the point. `null` without a cell. */
  readonly leak: readonly Vec3[] | null;
}

/** One empty leaf. */
export interface BspCellReport {
  readonly cell: number;
  readonly volume: number;
  readonly faces: number;
  /** Whether it reaches the border of the box. */
  readonly isOutside: boolean;
  /** A point inside. */
  readonly center: Vec3;
  /** Neighbours through portals, ascending. */
  readonly neighbours: readonly number[];
}

/** What `bsp` prints. Numbers are `null` for a mesh that is not closed. */
export interface BspReport {
  readonly closed: boolean;
  /** Edges that keep the surface from being closed. */
  readonly openEdges: number;
  /** From inside to outside through a hole, empty if none was found; `null` for a closed mesh. */
  readonly leak: readonly Vec3[] | null;
  /** How the search for the leak ended; `null` for a closed mesh. */
  readonly leakSearch: LeakSearch['end'] | null;
  readonly nodes: number | null;
  readonly leaves: number | null;
  readonly depth: number | null;
  readonly splits: number | null;
  readonly bytes: number | null;
  readonly solidVolume: number | null;
  readonly emptyVolume: number | null;
  readonly volumeError: number | null;
  readonly cells: number | null;
  readonly portals: number | null;
  /** The box around the mesh that the cells fill: points and routes outside it have no cell. */
  readonly bounds: Bounds | null;
  readonly points: readonly BspPointReport[];
  /** `null` unless wanted. */
  readonly cellList: readonly BspCellReport[] | null;
}

/** A BSP tree with its cells, or the leak of a mesh that is not closed. */
export type BuiltBsp =
  | { readonly kind: 'open'; readonly openEdges: number; readonly leak: LeakSearch }
  | { readonly kind: 'closed'; readonly tree: BspTree; readonly cells: BspCells; readonly links: CellLinks; readonly milliseconds: number };

/**
 * Builds the BSP tree of a mesh with its cells and portals. A mesh that is not closed has no tree, but a leak: a way from inside to outside
 * through a hole. `milliseconds` is the time of the tree alone.
 * @throws InspectorError as `buildBsp`.
 */
export function buildBspCells(mesh: TriangleMesh, options: Partial<BspOptions>, progress: Progress = noProgress): BuiltBsp {
  const open = openEdges(mesh);
  if (open.length > 0)
    return { kind: 'open', openEdges: open.length, leak: openLeak(openTree(buildTree(mesh, quickTree)), mesh, progress) };
  const start = performance.now();
  const tree = buildBsp(mesh, options, (fraction) => progress(fraction / 2));
  const milliseconds = performance.now() - start;
  const cells = bspCells(tree, (fraction) => progress(0.5 + fraction / 2));
  return { kind: 'closed', tree, cells, links: cellLinks(cells), milliseconds };
}

/**
 * Returns what `bsp` prints of a mesh.
 * @throws InspectorError as `buildBsp`.
 */
export function bspReport(
  mesh: TriangleMesh,
  points: readonly Vec3[],
  withCells: boolean,
  options: Partial<BspOptions>,
  progress: Progress = noProgress,
): BspReport {
  return bspReportOf(buildBspCells(mesh, options, progress), points, withCells);
}

/** Returns what `bsp` prints of a tree. */
export function bspReportOf(built: BuiltBsp, points: readonly Vec3[], withCells: boolean): BspReport {
  if (built.kind === 'open') return openReport(built.leak, built.openEdges, points);
  const { tree, cells, links } = built;
  return {
    closed: true,
    openEdges: 0,
    leak: null,
    leakSearch: null,
    nodes: tree.planes.length,
    leaves: tree.windings.length,
    depth: tree.depth,
    splits: tree.splits,
    bytes: bspBytes(tree),
    solidVolume: cells.solidVolume,
    emptyVolume: cells.emptyVolume,
    volumeError: cells.volumeError,
    cells: cells.cells,
    portals: cells.portals.length,
    bounds: tree.space.box,
    points: points.map((point) => pointReport(tree, cells, links, point)),
    cellList: withCells ? cellReports(tree, cells, links) : null,
  };
}

function openReport({ path, end }: LeakSearch, edges: number, points: readonly Vec3[]): BspReport {
  return {
    closed: false,
    openEdges: edges,
    leak: path,
    leakSearch: end,
    nodes: null,
    leaves: null,
    depth: null,
    splits: null,
    bytes: null,
    solidVolume: null,
    emptyVolume: null,
    volumeError: null,
    cells: null,
    portals: null,
    bounds: null,
    points: points.map((point) => ({ point, side: null, cell: null, leak: null })),
    cellList: null,
  };
}

function pointReport(tree: BspTree, cells: BspCells, links: CellLinks, point: Vec3): BspPointReport {
  const side = pointSide(tree, point);
  const [leaf] = leavesAt(tree, point);
  const { min, max } = tree.space.box;
  const isInBox = point.every((value, k) => value >= min[k]! && value <= max[k]!);
  if (side !== 'empty' || !isInBox) return { point, side, cell: null, leak: null };
  return { point, side, cell: leaf!, leak: leakFrom(cells, links, point, leaf!) };
}

function cellReports(tree: BspTree, cells: BspCells, links: CellLinks): readonly BspCellReport[] {
  return cells.regions.flatMap((region, cell) => {
    if (tree.windings[cell] !== 0) return [];
    const points = [...new Set(region.flatMap((face) => face.points))];
    const neighbours = [...new Set((links[cell] ?? []).map(({ leaf }) => leaf))].sort((p, q) => p - q);
    return [
      {
        cell,
        volume: cells.volumes[cell],
        faces: region.length,
        isOutside: cells.atBorder[cell] === 1,
        center: meanOfPoints(points),
        neighbours,
      },
    ];
  });
}
