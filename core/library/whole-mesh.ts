import { InspectorError, invalidArgument } from '../error.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * Returns the mesh if it has its arrays, these hold whole vertices and triangles, and each index is that of a vertex. WebAssembly reads memory by the indices.
 * @throws InspectorError `index-out-of-range` with the first such triangle; `invalid-argument` for an array that is missing, of another type or of another length.
 */
export function wholeMesh(mesh: TriangleMesh): TriangleMesh {
  const { positions, indices, parts } = mesh;
  checkArray('positions', positions, 'Float64Array');
  checkArray('indices', indices, 'Uint32Array');
  if (!Array.isArray(parts)) throw invalidArgument('The mesh has no parts', 'Give an array of parts; it may be empty: parts: []');
  for (const [name, { length }] of Object.entries({ positions, indices }))
    if (length % 3 !== 0) throw invalidArgument(`The mesh has ${length} ${name}`, `Use a multiple of three ${name}`);
  const vertices = vertexCount(mesh);
  for (let i = 0; i < indices.length; i++) if (!(indices[i] < vertices)) throw outOfRange(mesh, i);
  return mesh;
}

/** Programs in JavaScript have no types that find this. Arrays of another window or context are instances of another class. */
function checkArray(name: string, values: unknown, type: string): void {
  if (Object.prototype.toString.call(values) !== `[object ${type}]`)
    throw invalidArgument(`The ${name} of the mesh are no ${type}`, `Use ${type}.from(${name})`);
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
