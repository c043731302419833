import type { BspPicture, BspReport } from '#core/bsp';
import type { InspectorErrorData } from '#core/error';
import type { Vec3 } from '#core/math';
import type { FollowedObject } from '#core/sweep';
import type { BspComparison } from '#core/job';
import type { TriangleMesh } from '#core/mesh';
import { type BspOptions, bspOptions, defaultValues } from '#core/options';
import type { DocumentId } from '#host-api';

/** A BSP tree as the panel and the view show it. */
export interface ShownBsp {
  readonly report: BspReport;
  /** `null` for a mesh that is not closed. */
  readonly picture: BspPicture | null;
  readonly comparison: BspComparison | null;
}

/** The BSP tree of a mesh. `createBspRunner` alone writes it. */
export type BspRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly document: DocumentId; readonly fraction: number }
  | { readonly kind: 'done'; readonly document: DocumentId; readonly mesh: TriangleMesh; readonly shown: ShownBsp }
  | { readonly kind: 'failed'; readonly document: DocumentId; readonly problem: InspectorErrorData };

/** Leaves that can be drawn as solids. */
export const bspCellChoices = {
  none: { title: 'None', meaning: 'Draw no leaves.' },
  solid: { title: 'Solid', meaning: 'The convex pieces of the solid.' },
  enclosed: { title: 'Enclosed', meaning: 'Empty cells that the solid closes off from the outside, such as rooms.' },
  empty: { title: 'Empty', meaning: 'All empty cells within the box.' },
  visible: { title: 'Visible', meaning: 'Empty cells that may be seen from the cell of From.' },
} as const;
export type BspCellChoice = keyof typeof bspCellChoices;

/** What is drawn of a BSP tree. */
export interface BspLook {
  readonly cells: BspCellChoice;
  /** How far leaves move from the middle, as a part of their distance from it: 0 to 2. */
  readonly explode: number;
  /** Depth of the nodes whose planes are drawn; `null` for none. */
  readonly planeDepth: number | null;
  readonly portals: boolean;
  /** Draw the mesh too. */
  readonly mesh: boolean;
}

/** An object that moves through the cells, source space of the mesh. */
export interface BspRoute {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
  /** How it moved; `null` until it is followed, and after a change. */
  readonly followed: FollowedObject | null;
  readonly problem: InspectorErrorData | null;
}

/** What may be seen from a point, source space of the mesh. */
export interface SeenCells {
  readonly point: Vec3;
  /** `null` in the solid and outside the box; the others are `null` then. */
  readonly cell: number | null;
  /** (L) 1 for cells that a straight line from the cell may reach. */
  readonly isVisible: Uint8Array | null;
  readonly visible: number | null;
  /** Cells before lines of sight are clipped. */
  readonly inFront: number | null;
  /** A way through empty cells to the border of the box; empty if solid encloses the point. */
  readonly leak: readonly Vec3[] | null;
}

export interface BspState {
  readonly options: BspOptions;
  readonly run: BspRun;
  readonly look: BspLook;
  readonly route: BspRoute;
  /** From the start of the object; `null` until it is looked for, and after a change. */
  readonly seen: SeenCells | null;
  /** How far the worker has followed the object, or looked for visible cells; `null` while it does neither. */
  readonly work: number | null;
}

export const firstBsp: BspState = {
  options: defaultValues(bspOptions),
  run: { kind: 'none' },
  look: { cells: 'solid', explode: 0, planeDepth: null, portals: false, mesh: false },
  route: { from: [0, 0, 0], to: [0, 0, 0], radius: 0, followed: null, problem: null },
  seen: null,
  work: null,
};

/** Returns a route between the two largest cells: enclosed ones if there are any. */
export function firstRoute(picture: BspPicture): BspRoute {
  const { windings, isOutside, volumes, centres } = picture;
  const empty = [...windings.keys()].filter((leaf) => windings[leaf] === 0);
  const enclosed = empty.filter((leaf) => isOutside[leaf] === 0);
  const [first = 0, second = first] = (enclosed.length > 1 ? enclosed : empty).sort((p, q) => volumes[q]! - volumes[p]! || p - q);
  const centre = (leaf: number): Vec3 => [centres[3 * leaf]!, centres[3 * leaf + 1]!, centres[3 * leaf + 2]!];
  return { ...firstBsp.route, from: centre(first), to: centre(second) };
}

/** Returns the tree of a document; `null` without one. */
export function bspOf({ run }: BspState, document: DocumentId | null): ShownBsp | null {
  return run.kind === 'done' && run.document === document ? run.shown : null;
}

/** Returns whether a leaf is drawn. */
export function isLeafDrawn({ windings, isOutside }: BspPicture, leaf: number, choice: BspCellChoice, seen: SeenCells | null): boolean {
  const isSolid = windings[leaf] !== 0;
  switch (choice) {
    case 'none':
      return false;
    case 'solid':
      return isSolid;
    case 'empty':
      return !isSolid;
    case 'enclosed':
      return !isSolid && isOutside[leaf] === 0;
    case 'visible':
      return seen?.isVisible?.[leaf] === 1;
  }
}

/** Returns the drawn leaves, the largest first, and how many there are. */
export function drawnLeaves(
  picture: BspPicture,
  choice: BspCellChoice,
  seen: SeenCells | null,
): { readonly leaves: readonly number[]; readonly count: number } {
  const leaves = [...picture.windings.keys()].filter((leaf) => isLeafDrawn(picture, leaf, choice, seen));
  const largest = leaves.length <= maxDrawnLeaves ? leaves : leaves.sort((p, q) => picture.volumes[q]! - picture.volumes[p]! || p - q);
  return { leaves: largest.slice(0, maxDrawnLeaves), count: leaves.length };
}

/** More leaves would take seconds to upload, and hide each other. */
export const maxDrawnLeaves = 20_000;
