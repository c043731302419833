import type { Vec3 } from '../math/vec3.ts';
import { type BspCells, meanOfPoints } from './cells.ts';

/** Empty leaves and the portals from each: (leaf, portal). */
export type CellLinks = readonly (readonly { readonly leaf: number; readonly portal: number }[] | undefined)[];

/** Returns the neighbours of each empty leaf through portals. */
export function cellLinks({ portals }: Pick<BspCells, 'portals'>): CellLinks {
  const links: { leaf: number; portal: number }[][] = [];
  portals.forEach(({ front, back }, portal) => {
    (links[front] ??= []).push({ leaf: back, portal });
    (links[back] ??= []).push({ leaf: front, portal });
  });
  return links;
}

/** A way through empty cells. */
export interface CellRoute {
  readonly leaves: readonly number[];
  /** Between consecutive leaves. */
  readonly portals: readonly number[];
}

/** Returns a route with the fewest portals from a leaf to one that is wanted; `null` without one. */
export function routeTo(links: CellLinks, from: number, isWanted: (leaf: number) => boolean): CellRoute | null {
  const came = new Map<number, { readonly leaf: number; readonly portal: number } | null>([[from, null]]);
  const queue = [from];
  for (const leaf of queue) {
    if (isWanted(leaf)) return backFrom(came, leaf);
    for (const link of links[leaf] ?? []) {
      if (came.has(link.leaf)) continue;
      came.set(link.leaf, { leaf, portal: link.portal });
      queue.push(link.leaf);
    }
  }
  return null;
}

function backFrom(came: ReadonlyMap<number, { readonly leaf: number; readonly portal: number } | null>, end: number): CellRoute {
  const leaves = [end];
  const portals: number[] = [];
  for (let step = came.get(end); step != null; step = came.get(step.leaf)) {
    leaves.unshift(step.leaf);
    portals.unshift(step.portal);
  }
  return { leaves, portals };
}

/**
 * Returns the leak of a point: a way from it to the border of the box. Each piece is straight and stays in one cell. Empty if solid encloses
 * the point.
 */
export function leakFrom(cells: BspCells, links: CellLinks, point: Vec3, leaf: number): readonly Vec3[] {
  const route = routeTo(links, leaf, (other) => cells.atBorder[other] === 1);
  if (route === null) return [];
  const last = cells.regions[route.leaves.at(-1)!]!;
  const border = last.find(({ plane: { source } }) => source.kind === 'axis' && source.at >= cells.firstBorder)!;
  return [point, ...route.portals.map((portal) => meanOfPoints(cells.portals[portal]!.polygon.points)), meanOfPoints(border.points)];
}
