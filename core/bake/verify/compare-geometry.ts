import { meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Rounding } from '../bake-formats.ts';
import type { OpenBaked } from './open-baked.ts';

export interface Difference {
  readonly problem: string;
  readonly count: number;
}

/**
 * How a baked mesh differs from the mesh that was baked, corner by corner in the order of the source. Triangles that are
 * not finite may be missing where the format cannot hold them.
 */
export function compareGeometry(baked: OpenBaked, source: TriangleMesh, rounding: Rounding): readonly Difference[] {
  const wanted = expectedTriangles(baked, source);
  const found = triangleCount(baked.mesh);
  if (wanted.length !== found) return [{ problem: `The file has ${found} triangles, the mesh ${wanted.length}`, count: Math.abs(found - wanted.length) }];
  const slack = roundingSlack(source, rounding);
  let moved = 0;
  for (let i = 0; i < wanted.length; i++) if (!sameCorners(baked.mesh, i, source, wanted[i], slack)) moved++;
  const differences: Difference[] = [];
  if (moved > 0) differences.push({ problem: `${moved} triangles are not those of the mesh`, count: moved });
  if (baked.format === 'boxwood' && !sameParts(baked.mesh, source)) differences.push({ problem: 'The parts are not those of the mesh', count: 1 });
  return differences;
}

/** The source triangle that each baked one should be. */
function expectedTriangles({ sourceTriangles, mesh }: OpenBaked, source: TriangleMesh): Uint32Array {
  const all = Uint32Array.from({ length: triangleCount(source) }, (_, t) => t);
  const finite = all.filter((t) => isFiniteTriangle(source, t));
  const wanted = triangleCount(mesh) === all.length ? all : finite;
  // A table that is no permutation of these is caught: some triangle then is not the one it should be, or is missing.
  return sourceTriangles !== null && isSameSet(sourceTriangles, wanted) ? sourceTriangles : wanted;
}

function isSameSet(listed: Uint32Array, ascending: Uint32Array): boolean {
  const sorted = listed.slice().sort();
  return sorted.length === ascending.length && sorted.every((value, i) => value === ascending[i]);
}

/** How far a coordinate may move: `relative` of its own size, or `absolute`. */
interface Slack {
  readonly relative: number;
  readonly absolute: number;
}

/** Half a unit in the last place of f32, and a little for the f64 sums on both ways. */
const halfUlp = 2 ** -24 * (1 + 2 ** -20);
const leastF32 = 2 ** -149;

function roundingSlack(source: TriangleMesh, rounding: Rounding): Slack {
  switch (rounding) {
    case 'none':
      return { relative: 0, absolute: 0 };
    case 'f32':
      return { relative: halfUlp, absolute: leastF32 };
    case 'recentred': {
      const bounds = meshBounds(source);
      const halfSize = bounds === null ? 0 : Math.max(...bounds.max.map((value, k) => value / 2 - bounds.min[k] / 2));
      return { relative: 2 ** -51, absolute: halfUlp * halfSize + leastF32 };
    }
  }
}

function sameCorners(a: TriangleMesh, triangleA: number, b: TriangleMesh, triangleB: number, { relative, absolute }: Slack): boolean {
  for (let corner = 0; corner < 3; corner++) {
    const atA = 3 * a.indices[3 * triangleA + corner], atB = 3 * b.indices[3 * triangleB + corner];
    for (let k = 0; k < 3; k++) {
      const x = a.positions[atA + k], y = b.positions[atB + k];
      // What is not finite need only stay so: OBJ has one word for all of it.
      if (y - y !== 0 ? x - x === 0 : !(Math.abs(x - y) <= relative * Math.abs(y) + absolute)) return false;
    }
  }
  return true;
}

function sameParts({ parts: a }: TriangleMesh, { parts: b }: TriangleMesh): boolean {
  return (
    a.length === b.length &&
    a.every((part, i) => {
      const other = b[i];
      return (
        part.name === other.name.toWellFormed() &&
        part.firstTriangle === other.firstTriangle &&
        part.triangleCount === other.triangleCount &&
        String(part.worldFromPart) === String(other.worldFromPart)
      );
    })
  );
}
