import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { trianglesOfRun } from '../../tree/leaf-order.ts';
import { bakeFormats } from '../bake-formats.ts';
import { writtenTriangles } from '../written-triangles.ts';
import { countedAre, type BakedFrom, type Difference } from './difference.ts';
import type { OpenBaked } from './open-baked.ts';
import { holdsF32, writtenCoordinate, type IsWritten } from './written-coordinate.ts';

/** Compares vertices and triangles, as far as the format keeps them. */
export function compareMesh(baked: OpenBaked, from: BakedFrom): readonly Difference[] {
  const { mesh: source } = from;
  const order = comparedOrder(baked, from);
  if ('problem' in order) return [order];
  const { keepsVertices, coordinates } = bakeFormats[baked.format];
  const isWritten = writtenCoordinate(baked.format, source);
  switch (keepsVertices) {
    case 'all':
      return [
        ...compareVertices(baked.mesh, source, isWritten),
        ...compareIndices(baked.mesh, source, order.triangles, coordinates === 'f32, replaced'),
      ];
    case 'used':
      return [...compareCorners(baked.mesh, source, order.triangles, isWritten), ...compareSharing(baked.mesh, source, order.triangles)];
    case 'corners':
      return compareCorners(baked.mesh, source, order.triangles, isWritten);
  }
}

interface Order {
  /** The source triangle of each triangle of the file. */
  readonly triangles: Uint32Array;
}

function comparedOrder(baked: OpenBaked, { mesh: source, trees }: BakedFrom): Order | Difference {
  const isKept = writtenTriangles(bakeFormats[baked.format].keepsTriangles, source);
  const all = Uint32Array.from({ length: triangleCount(source) }, (_, t) => t);
  const wanted = all.filter(isKept);
  const found = triangleCount(baked.mesh);
  if (wanted.length !== found)
    return { problem: `The file has ${found} triangles, the mesh ${wanted.length}`, count: Math.abs(found - wanted.length) };
  const { sourceTriangles } = baked;
  if (sourceTriangles === null) return { triangles: wanted };
  if (!isPermutation(sourceTriangles, wanted))
    return { problem: 'The table of source triangles does not name each triangle once', count: 1 };
  const tree = trees?.[0];
  const ordered = tree === undefined ? sourceTriangles : trianglesOfRun(tree, 0, tree.triangles).filter(isKept);
  const misplaced = ordered.filter((triangle, i) => triangle !== sourceTriangles[i]).length;
  if (misplaced > 0)
    return { problem: `${countedAre(misplaced, 'triangle', 'triangles')} not in the leaf order of the tree`, count: misplaced };
  return { triangles: sourceTriangles };
}

function isPermutation(listed: Uint32Array, ascending: Uint32Array): boolean {
  const sorted = listed.slice().sort();
  return sorted.every((value, i) => value === ascending[i]);
}

/** Compares all vertices in order, used or not. */
function compareVertices(baked: TriangleMesh, source: TriangleMesh, isWritten: IsWritten): readonly Difference[] {
  const found = vertexCount(baked);
  const wanted = vertexCount(source);
  if (found !== wanted) return [{ problem: `The file has ${found} vertices, the mesh ${wanted}`, count: Math.abs(found - wanted) }];
  let moved = 0;
  for (let i = 0; i < baked.positions.length; i += 3) {
    if (!isWritten(baked.positions, i, source.positions, i)) moved++;
  }
  return moved === 0 ? [] : [{ problem: `${countedAre(moved, 'vertex', 'vertices')} different from the mesh`, count: moved }];
}

/** Compares the vertex indices of the triangles. No replaced vertex may be used. */
function compareIndices(
  baked: TriangleMesh,
  source: TriangleMesh,
  triangles: Uint32Array,
  areSomeReplaced: boolean,
): readonly Difference[] {
  return countTriangles(triangles, (i, t) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = source.indices[3 * t + corner];
      if (baked.indices[3 * i + corner] !== vertex || (areSomeReplaced && !holdsF32(source.positions, 3 * vertex))) return false;
    }
    return true;
  });
}

/** Compares the corner positions of the triangles, without their vertex indices. */
function compareCorners(baked: TriangleMesh, source: TriangleMesh, triangles: Uint32Array, isWritten: IsWritten): readonly Difference[] {
  return countTriangles(triangles, (i, t) => {
    for (let corner = 0; corner < 3; corner++) {
      if (!isWritten(baked.positions, 3 * baked.indices[3 * i + corner], source.positions, 3 * source.indices[3 * t + corner]))
        return false;
    }
    return true;
  });
}

function countTriangles(triangles: Uint32Array, isSame: (baked: number, source: number) => boolean): readonly Difference[] {
  let different = 0;
  for (let i = 0; i < triangles.length; i++) if (!isSame(i, triangles[i])) different++;
  return different === 0
    ? []
    : [{ problem: `${countedAre(different, 'triangle', 'triangles')} different from the mesh`, count: different }];
}

/** Checks that corners of a part share vertices as in the source, that parts share no vertex, and that every vertex is used. */
function compareSharing(baked: TriangleMesh, source: TriangleMesh, triangles: Uint32Array): readonly Difference[] {
  const sourceOf = new Float64Array(vertexCount(baked)).fill(-1);
  const bakedOf = new Float64Array(vertexCount(source));
  const partOf = new Int32Array(vertexCount(source)).fill(-1);
  let pairs = 0;
  let different = 0;
  let next = 0;
  source.parts.forEach(({ firstTriangle, triangleCount: count }, part) => {
    for (; next < triangles.length && triangles[next] < firstTriangle + count; next++) {
      for (let corner = 0; corner < 3; corner++) {
        const found = baked.indices[3 * next + corner];
        const wanted = source.indices[3 * triangles[next] + corner];
        const isNew = sourceOf[found] === -1 && partOf[wanted] !== part;
        if (isNew) {
          sourceOf[found] = wanted;
          bakedOf[wanted] = found;
          partOf[wanted] = part;
          pairs++;
        } else if (sourceOf[found] !== wanted || bakedOf[wanted] !== found || partOf[wanted] !== part) different++;
      }
    }
  });
  if (different > 0) return [{ problem: `${countedAre(different, 'corner', 'corners')} not shared as in the mesh`, count: different }];
  const unused = vertexCount(baked) - pairs;
  return unused === 0 ? [] : [{ problem: `${countedAre(unused, 'vertex', 'vertices')} unused`, count: unused }];
}
