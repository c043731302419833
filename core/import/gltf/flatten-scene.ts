import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { allocate } from '../growable.ts';
import { refuse } from '../refuse.ts';
import type { GltfDocument } from './document.ts';
import { mirrors, transformPoints } from './node-transform.ts';
import type { ReadPrimitive } from './read-mesh.ts';
import type { MeshInstance } from './scene-instances.ts';

/** A small file can show one mesh many times; beyond these the arrays of one mesh would not fit common memory. */
const mostVertices = 2 ** 27;
const mostTriangles = 2 ** 27;

/**
 * One mesh of all instances in world space: a part for each node and primitive, in the order of the instances.
 * A transform that mirrors turns the winding, so that the outside stays outside. @throws InspectorError `too-large`.
 */
export function flattenScene(
  document: GltfDocument,
  instances: readonly MeshInstance[],
  meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>,
  progress: Progress,
): TriangleMesh {
  const [vertices, triangles] = countAll(instances, meshes);
  const positions = allocate(() => new Float64Array(3 * vertices));
  const indices = allocate(() => new Uint32Array(3 * triangles));
  const parts: MeshPart[] = [];
  let vertexAt = 0;
  let triangleAt = 0;
  for (const instance of instances) {
    const { mesh, worldFromNode } = instance;
    const primitives = meshes.get(mesh) ?? [];
    const turned = mirrors(worldFromNode);
    for (const [i, primitive] of primitives.entries()) {
      if (primitive === null) continue;
      progress(triangles === 0 ? 1 : triangleAt / triangles);
      transformPoints(worldFromNode, primitive.positions, positions, 3 * vertexAt);
      copyTriangles(primitive.triangles, turned, vertexAt, indices, 3 * triangleAt);
      const count = primitive.triangles.length / 3;
      const name = partName(document, instance, primitives.length > 1 ? i : null);
      if (count > 0) parts.push({ name, firstTriangle: triangleAt, triangleCount: count, worldFromPart: worldFromNode });
      vertexAt += primitive.positions.length / 3;
      triangleAt += count;
    }
  }
  return { positions, indices, parts };
}

function countAll(instances: readonly MeshInstance[], meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>): readonly [number, number] {
  let vertices = 0;
  let triangles = 0;
  for (const { mesh, node } of instances) {
    for (const primitive of meshes.get(mesh) ?? []) {
      vertices += (primitive?.positions.length ?? 0) / 3;
      triangles += (primitive?.triangles.length ?? 0) / 3;
    }
    if (vertices > mostVertices || triangles > mostTriangles) {
      const message = `The scene repeats its meshes beyond ${mostTriangles} triangles or vertices`;
      throw refuse('too-large', message, 'Split the scene into several files', { pointer: `/nodes/${node}` });
    }
  }
  return [vertices, triangles];
}

/** Hot. */
function copyTriangles(triangles: Uint32Array, turned: boolean, firstVertex: number, out: Uint32Array, at: number): void {
  const second = turned ? 2 : 1;
  const third = turned ? 1 : 2;
  for (let i = 0; i < triangles.length; i += 3) {
    out[at + i] = firstVertex + triangles[i];
    out[at + i + 1] = firstVertex + triangles[i + second];
    out[at + i + 2] = firstVertex + triangles[i + third];
  }
}

/** `fence`, `fence[3]` for a copy of it, `fence/1` for its second primitive. */
function partName(document: GltfDocument, { node, mesh, copy }: MeshInstance, primitive: number | null): string {
  const name = document.nodes?.[node]?.name ?? document.meshes?.[mesh]?.name ?? `node ${node}`;
  return `${name}${copy === undefined ? '' : `[${copy}]`}${primitive === null ? '' : `/${primitive}`}`;
}
