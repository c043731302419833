import { InspectorError, invalidArgument } from '../error.ts';
import { type MeshPart, triangleCount, vertexCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * Returns the mesh if its arrays hold whole vertices and triangles, and each index is that of a vertex: WebAssembly reads memory by the indices. A mesh
 * with an empty list of parts gets one part with all triangles.
 * @throws InspectorError `index-out-of-range` with the first such triangle. `invalid-argument` for an array that is missing, of another type or length,
 * or moved to another thread; and for parts that do not have every triangle once.
 */
export function wholeMesh(mesh: TriangleMesh): TriangleMesh {
  const { positions, indices, parts } = (mesh as TriangleMesh | null | undefined) ?? ({} as TriangleMesh);
  for (const [name, values, type] of [
    ['positions', positions, 'Float64Array'],
    ['indices', indices, 'Uint32Array'],
  ] as const) {
    const length = (values as Float64Array | Uint32Array | undefined)?.length;
    if (length === undefined) throw invalidArgument(`The mesh has no ${name}`, 'Give a mesh { positions, indices, parts }');
    if (length === 0 && isDetached(values)) {
      throw invalidArgument('The memory of the mesh has been moved to another thread or used for another mesh', 'Read the mesh again');
    }
    // By name: arrays of another window are of another class.
    const given = (values as { readonly [Symbol.toStringTag]?: string })[Symbol.toStringTag] ?? 'plain arrays';
    if (given !== type) throw invalidArgument(`The ${name} of the mesh are ${given}`, `Give ${type}: ${type}.from(${name})`);
    if (length % 3 !== 0) throw invalidArgument(`The mesh has ${length} ${name}`, `Use a multiple of three ${name}`);
  }
  if (!Array.isArray(parts)) throw invalidArgument('The mesh has no parts', 'Give an array of parts; it may be empty: parts: []');
  const vertices = vertexCount(mesh);
  for (let i = 0; i < indices.length; i++) if (!(indices[i] < vertices)) throw outOfRange(mesh, i);
  if (parts.length > 0) checkParts(mesh);
  if (parts.length > 0 || indices.length === 0) return mesh;
  return { ...mesh, parts: [{ name: 'mesh', firstTriangle: 0, triangleCount: triangleCount(mesh), worldFromPart: null }] };
}

/** @throws InspectorError `invalid-argument` for parts that do not have every triangle once, in order. */
function checkParts(mesh: TriangleMesh): void {
  const triangles = triangleCount(mesh);
  const fix = 'Give parts that have every triangle once, in order, or none: parts: []';
  let next = 0;
  for (const [i, part] of mesh.parts.entries()) {
    const { name, firstTriangle, triangleCount: count } = (part as MeshPart | null) ?? ({} as MeshPart);
    if (typeof name !== 'string') throw invalidArgument(`Part ${i} of the mesh has no name`, 'Give a text; it may be empty');
    if (firstTriangle !== next || !(Number.isInteger(count) && count >= 0 && next + count <= triangles))
      throw invalidArgument(
        `Part ${i} of the mesh has ${count} triangles from ${firstTriangle}, where triangle ${next} of ${triangles} is next`,
        fix,
      );
    next += count;
  }
  if (next !== triangles) throw invalidArgument(`The parts have ${next} of the ${triangles} triangles`, fix);
}

/** Whether the memory of an array was moved elsewhere, as by a message to a worker. Its length is then 0, and its functions throw, unlike those of an empty array. */
function isDetached(values: Float64Array | Uint32Array): boolean {
  try {
    values.keys();
    return false;
  } catch {
    return true;
  }
}

function outOfRange(mesh: TriangleMesh, i: number): InspectorError {
  const triangle = Math.floor(i / 3);
  const vertices = vertexCount(mesh);
  return new InspectorError({
    code: 'index-out-of-range',
    message: `Triangle ${triangle} of ${triangleCount(mesh)} has the index ${mesh.indices[i]}, and the mesh has ${vertices} ${vertices === 1 ? 'vertex' : 'vertices'}`,
    fix: 'Correct the index, or add the missing vertices: indices count from 0',
    location: { index: triangle, element: 'triangle' },
  });
}
