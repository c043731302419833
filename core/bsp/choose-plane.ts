import type { BspOptions } from '../options/bsp-options.ts';
import type { Fragment } from './fragments.ts';
import { axisPlane, type BspPlane } from './plane.ts';

/** Below this number of fragments the axis rule takes planes of polygons. */
const minForAxis = 12;
/** Number of polygons whose planes are tried. */
const candidates = 12;

/**
 * Returns the splitting plane of a node. The choice uses rounded numbers: it changes the shape of the tree, and never which side anything
 * is on.
 */
export function choosePlane(fragments: readonly Fragment[], rule: BspOptions['planes'], random: () => number): BspPlane {
  switch (rule) {
    case 'random':
      return fragments[Math.floor(random() * fragments.length)]!.plane;
    case 'balance':
      return polygonPlane(fragments, 1, 0.1);
    case 'splits':
      return polygonPlane(fragments, 0.01, 1);
    case 'axis':
      return (fragments.length < minForAxis ? null : medianPlane(fragments)) ?? polygonPlane(fragments, 0.01, 1);
  }
}

/** Returns the plane with the lowest cost among evenly spaced fragments. */
function polygonPlane(fragments: readonly Fragment[], balanceWeight: number, splitWeight: number): BspPlane {
  const count = Math.min(candidates, fragments.length);
  let best = fragments[0]!.plane;
  let bestCost = Infinity;
  for (let i = 0; i < count; i++) {
    const { plane } = fragments[Math.floor((i * fragments.length) / count)]!;
    const { front, back, split } = roughCounts(fragments, plane);
    const cost = balanceWeight * Math.abs(front - back) + splitWeight * split;
    if (cost >= bestCost) continue;
    best = plane;
    bestCost = cost;
  }
  return best;
}

/** Returns the axis-aligned plane through the median vertex with the lowest cost; `null` if none has fragments clearly on both sides. */
function medianPlane(fragments: readonly Fragment[]): BspPlane | null {
  let best: BspPlane | null = null;
  // A plane that splits more than half is worse than any plane of a polygon.
  let bestCost = fragments.length / 2;
  for (const axis of [0, 1, 2] as const) {
    const vertex = medianVertex(fragments, axis);
    if (vertex === null) continue;
    const plane = axisPlane(axis, 3 * vertex.vertex + axis, vertex.value);
    const { front, back, split } = roughCounts(fragments, plane);
    if (front === 0 || back === 0) continue;
    const cost = split + 0.1 * Math.abs(front - back);
    if (cost >= bestCost) continue;
    best = plane;
    bestCost = cost;
  }
  return best;
}

/** Returns the vertex of the mesh with the median coordinate among all corners of fragments that are vertices. */
function medianVertex(fragments: readonly Fragment[], axis: 0 | 1 | 2): { readonly vertex: number; readonly value: number } | null {
  const values: { readonly vertex: number; readonly value: number }[] = [];
  for (const { points } of fragments) {
    for (const { vertex, x, y, z } of points) if (vertex >= 0) values.push({ vertex, value: axis === 0 ? x : axis === 1 ? y : z });
  }
  values.sort((p, q) => p.value - q.value || p.vertex - q.vertex);
  return values[values.length >> 1] ?? null;
}

/** Counts fragments by side, with rounded numbers. */
function roughCounts(fragments: readonly Fragment[], { normal: [nx, ny, nz], base: [bx, by, bz] }: BspPlane) {
  const size = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
  let front = 0;
  let back = 0;
  let split = 0;
  for (const { points } of fragments) {
    let above = false;
    let below = false;
    for (const { x, y, z } of points) {
      const value = nx * (x - bx) + ny * (y - by) + nz * (z - bz);
      const slack = size * 1e-14 * (Math.abs(x - bx) + Math.abs(y - by) + Math.abs(z - bz));
      if (value > slack) above = true;
      else if (value < -slack) below = true;
    }
    if (above && below) split++;
    else if (above) front++;
    else if (below) back++;
  }
  return { front, back, split };
}
