import { convexHull } from '../../convex/hull/convex-hull.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import { meshOfRuns } from '../../mesh/mesh-of-runs.ts';
import { partLabel } from '../../mesh/part-label.ts';
import { roleByName } from '../../mesh/part-role.ts';
import { runsOfParts } from '../../mesh/runs-of-parts.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { BakeTarget, TargetLimit } from './bake-targets.ts';

/** A limit of a target that a mesh exceeds. */
export interface ExceededLimit extends TargetLimit {
  readonly value: number;
  /** The part whose hull exceeds it; `null` for the whole mesh. */
  readonly part: string | null;
}

/** Returns the limits of a target that a mesh exceeds, each with the largest value. @throws whatever `progress` throws. */
export function exceededLimits(
  mesh: TriangleMesh,
  { limits, shape }: BakeTarget,
  progress: Progress = noProgress,
): readonly ExceededLimit[] {
  const hulls = limits.some(({ of }) => of in hullCounts) ? hullSizes(mesh, shape === 'hull', progress) : [];
  return limits.flatMap((limit): readonly ExceededLimit[] => {
    switch (limit.of) {
      case 'coordinate':
        return over(limit, largestCoordinate(mesh), null);
      case 'triangles':
        return over(limit, triangleCount(mesh), null);
      case 'parts':
        return over(limit, collidingParts(mesh), null);
      case 'hull vertices':
      case 'hull triangles':
      case 'hull faces': {
        const count = hullCounts[limit.of];
        const sizes = hulls.map((hull) => ({ part: hull.part, value: hull[count] }));
        const largest = sizes.reduce((best, one) => (one.value > best.value ? one : best), { part: '', value: 0 });
        return over(limit, largest.value, largest.part);
      }
    }
  });
}

function over(limit: TargetLimit, value: number, part: string | null): readonly ExceededLimit[] {
  return value > limit.max ? [{ ...limit, value, part }] : [];
}

function largestCoordinate(mesh: TriangleMesh): number {
  const bounds = meshBounds(mesh);
  return bounds === null ? 0 : Math.max(...bounds.min.map(Math.abs), ...bounds.max.map(Math.abs));
}

/** Returns the number of parts that collide: those that the file declares, or all. */
function collidingParts({ parts }: TriangleMesh): number {
  const declared = parts.filter(({ name, role }) => (role ?? roleByName(name)) !== null).length;
  return declared === 0 ? parts.length : declared;
}

interface HullSize {
  readonly part: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly faces: number;
}

const hullCounts = { 'hull vertices': 'vertices', 'hull triangles': 'triangles', 'hull faces': 'faces' } as const;

/** Returns the sizes of the hulls that the file declares. @param areAll whether every collider becomes a hull */
function hullSizes(mesh: TriangleMesh, areAll: boolean, progress: Progress): readonly HullSize[] {
  const hasColliders = mesh.parts.some(({ name, role }) => (role ?? roleByName(name)) !== null);
  return mesh.parts.flatMap(({ name, role }, part): readonly HullSize[] => {
    progress(part / mesh.parts.length);
    const known = role ?? roleByName(name);
    if (known?.shape !== 'hull' && !(areAll && (known !== null || !hasColliders))) return [];
    const { positions } = meshOfRuns(mesh, runsOfParts(mesh, [part]));
    if (positions.length === 0 || !positions.every(Number.isFinite)) return [];
    const { positions: vertices, faceCorners, faceFirst } = convexHull(positions);
    return [
      {
        part: partLabel(name, part),
        vertices: vertices.length / 3,
        triangles: faceCorners.length - 2 * (faceFirst.length - 1),
        faces: faceFirst.length - 1,
      },
    ];
  });
}
