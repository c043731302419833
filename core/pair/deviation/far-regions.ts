import { createUnionFind, findRoot, unite } from '../../mesh/union-find.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { DistanceSample } from './sample-distances.ts';

/** The far part of one triangle. */
export interface FarTriangle {
  /** The farthest sample. */
  readonly worst: DistanceSample;
  readonly area: number;
}

/** Far triangles that are connected by shared positions: one invisible wall, or one gap to fall through. */
export interface ConnectedRegion {
  readonly area: number;
  readonly triangles: number;
  /** Its farthest sample. */
  readonly worst: DistanceSample;
}

/** Returns the connected regions of far triangles, the farthest first. Takes time for the far triangles only. */
export function farRegions(mesh: TriangleMesh, far: readonly FarTriangle[]): readonly ConnectedRegion[] {
  if (far.length === 0) return [];
  const welded = weldVertices({ positions: cornersOf(mesh, far), indices: new Uint32Array(), parts: [] });
  const sets = createUnionFind(far.length);
  const firstAt = new Map<number, number>();
  far.forEach((_, i) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = welded[3 * i + corner];
      const first = firstAt.get(vertex);
      if (first === undefined) firstAt.set(vertex, i);
      else unite(sets, first, i);
    }
  });
  const regions = new Map<number, { area: number; triangles: number; worst: DistanceSample }>();
  far.forEach(({ worst, area }, i) => {
    const root = findRoot(sets, i);
    const region = regions.get(root);
    if (region === undefined) {
      regions.set(root, { area, triangles: 1, worst });
      return;
    }
    region.area += area;
    region.triangles++;
    if (worst.distance > region.worst.distance) region.worst = worst;
  });
  return [...regions.values()].toSorted((p, q) => q.worst.distance - p.worst.distance || p.worst.triangle - q.worst.triangle);
}

/** Returns (9·far) the corners of far triangles. */
function cornersOf({ positions, indices }: TriangleMesh, far: readonly FarTriangle[]): Float64Array {
  const corners = new Float64Array(9 * far.length);
  far.forEach(({ worst: { triangle } }, i) => {
    for (let k = 0; k < 9; k++) corners[9 * i + k] = positions[3 * indices[3 * triangle + Math.floor(k / 3)] + (k % 3)];
  });
  return corners;
}
