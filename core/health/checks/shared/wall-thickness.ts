import { length, plus, times, type Vec3 } from '../../../math/vec3.ts';
import { readCorners } from '../../../mesh/read-corners.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { insideInto } from '../../../query/inside/into.ts';
import { outsideCode } from '../../../query/inside/query.ts';
import { createWindingTree } from '../../../query/inside/winding-tree.ts';
import { createInsideWorkspace } from '../../../query/inside/workspace.ts';
import { raycastInto } from '../../../query/ray/into.ts';
import { createRayWorkspace } from '../../../query/ray/workspace.ts';
import { buildTree } from '../../../tree/build-tree.ts';
import { fastestTree } from '../../../tree/fastest-tree.ts';
import { openTree } from '../../../tree/open-tree.ts';
import { triangleCentre } from './triangle-centre.ts';
import { scaledNormal } from './scaled-normal.ts';

/** Measures a solid behind its triangles. */
export interface ThicknessProbe {
  /**
   * Returns the distance from the centroid of a triangle, against its outward normal, to the point where the ray leaves the solid, in mesh
   * units. `null` if that is farther than the limit, or if the triangle is not on the surface of the solid but inside it.
   * @param side 1 if the winding normal points outward, -1 if it points inward.
   */
  readonly thickness: (triangle: number, side: 1 | -1) => number | null;
  /** Returns the number of nodes and triangles tested so far. */
  readonly tests: () => number;
}

/** Surfaces closer than this part of the coordinates are one surface: far above the rounding error of a hit. */
const sameSurface = 2 ** -40;
const allHits = { mode: 'all', cull: false } as const;
const accuracy = 0.1;

/**
 * Returns a probe of closed surfaces. Points with a winding number other than 0 are solid, so surfaces inside the solid do not end a wall.
 * @param mesh without open pieces. @param limit max thickness to report, mesh units. @throws whatever `progress` throws.
 */
export function createThicknessProbe(mesh: TriangleMesh, limit: number, progress: () => void): ThicknessProbe {
  const tree = openTree(buildTree(mesh, fastestTree(), progress));
  const winding = createWindingTree(tree, mesh);
  const ray = createRayWorkspace(tree);
  const inside = createInsideWorkspace(winding);
  const gap = sameSurface * tree.bounds.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const t = new Float64Array(9);
  const normal = new Float64Array(3);
  let tests = 0;

  /** Returns the distances of the surfaces along a ray, ascending, without the one at its origin. */
  const surfaces = (origin: Vec3, direction: Vec3, far: number): readonly number[] => {
    const count = raycastInto(tree, mesh, { origin, direction, far }, allHits, ray);
    tests += ray.nodesVisited + ray.trianglesTested;
    const sorted = ray.hitDistances.slice(0, count).sort((a, b) => a - b);
    let last = 0;
    return sorted.filter((distance) => {
      if (distance - last <= gap) return false;
      last = distance;
      return true;
    });
  };
  const isSolid = (point: Vec3): boolean => {
    const code = insideInto(winding, point, accuracy, inside);
    tests += inside.nodesVisited + inside.trianglesTested;
    return code !== outsideCode;
  };

  const thickness = (triangle: number, side: 1 | -1): number | null => {
    readCorners(mesh, triangle, t);
    scaledNormal(t, normal);
    const out: Vec3 = [side * normal[0], side * normal[1], side * normal[2]];
    if (!(length(out) > 0)) return null;
    const outward = times(out, 1 / length(out));
    const inward = times(outward, -1);
    const centre = triangleCentre(mesh, triangle);
    if (surfaces(centre, inward, limit).length === 0) return null;
    const [above] = surfaces(centre, outward, Infinity);
    if (above !== undefined && isSolid(plus(centre, times(outward, above / 2)))) return null;
    let last = 0;
    for (const distance of surfaces(centre, inward, Infinity)) {
      if (!isSolid(plus(centre, times(inward, (last + distance) / 2)))) break;
      last = distance;
    }
    return last > 0 && last <= limit ? last : null;
  };
  return { thickness, tests: () => tests };
}
