import { hashWords } from '../math/hash-words.ts';
import { multiply } from '../math/matrix.ts';
import { inverseTransform, type Transform } from '../math/transform.ts';
import type { MeshPart, TriangleMesh } from './triangle-mesh.ts';

/** Vertices of two instances may differ by this part of their size, and by this part of their coordinates: each was rounded by itself. */
const sizeTolerance = 1e-6;
const coordinateTolerance = 1e-12;
/** A part is compared with at most this many others that have the same number and order of triangles. */
const maxCompared = 64;

/**
 * Returns (P) for each part the first part that shows the same mesh under another transform: the part itself if there is none before it.
 * Triangles of the same mesh use their vertices in the same order, and the transforms of the parts take the vertices of one to those of the
 * other. Parts without a transform or triangles are instances of nothing.
 */
export function partInstances(mesh: TriangleMesh): Uint32Array {
  const { parts } = mesh;
  const first = Uint32Array.from(parts, (_, part) => part);
  const known = new Map<string, number[]>();
  parts.forEach((part, index) => {
    if (part.worldFromPart === null || part.triangleCount === 0) return;
    const key = `${part.triangleCount} ${hashWords(orderOf(mesh, part))}`;
    const others = known.get(key) ?? [];
    const same = others.find((other) => isSameMesh(mesh, parts[other]!, part));
    if (same !== undefined) first[index] = same;
    else if (others.length < maxCompared) known.set(key, [...others, index]);
  });
  return first;
}

/** The vertices of the triangles of a part, from its first one on. */
function orderOf({ indices }: TriangleMesh, { firstTriangle, triangleCount }: MeshPart): Uint32Array {
  const own = indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount));
  const from = own[0];
  return own.map((vertex) => vertex - from);
}

function isSameMesh(mesh: TriangleMesh, a: MeshPart, b: MeshPart): boolean {
  const { positions, indices } = mesh;
  const bFromA = multiply(b.worldFromPart as Transform, inverseTransform(a.worldFromPart as Transform));
  const [startA, startB] = [3 * a.firstTriangle, 3 * b.firstTriangle];
  const [baseA, baseB] = [indices[startA], indices[startB]];
  const tolerance = toleranceOf(mesh, b);
  for (let i = 0; i < 3 * b.triangleCount; i++) {
    const from = indices[startA + i];
    const to = indices[startB + i];
    if (from - baseA !== to - baseB) return false;
    const [x, y, z] = [positions[3 * from], positions[3 * from + 1], positions[3 * from + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const wanted = bFromA[axis] * x + bFromA[4 + axis] * y + bFromA[8 + axis] * z + bFromA[12 + axis];
      // False for NaN: vertices that are not finite, and transforms without an inverse.
      if (!(Math.abs(positions[3 * to + axis] - wanted) <= tolerance)) return false;
    }
  }
  return true;
}

function toleranceOf({ positions, indices }: TriangleMesh, { firstTriangle, triangleCount }: MeshPart): number {
  let size = 0;
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = 3 * firstTriangle; i < 3 * (firstTriangle + triangleCount); i++) {
      const value = positions[3 * indices[i] + axis];
      if (value < min) min = value;
      if (value > max) max = value;
    }
    size = Math.max(size, max - min);
    reach = Math.max(reach, Math.abs(min), Math.abs(max));
  }
  return sizeTolerance * size + coordinateTolerance * reach;
}
