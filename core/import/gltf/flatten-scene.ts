import { transformPoints } from '../../math/transform.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { allocate } from '../growable.ts';
import { cleanName } from '../text/clean-name.ts';
import type { GltfDocument } from './document.ts';
import { mirrors } from './node-transform.ts';
import type { ReadPrimitive } from './read-mesh.ts';
import type { MeshInstance } from './scene-instances.ts';

/**
 * One mesh of all instances in world space: a part for each node and primitive, in the order of the instances. Primitives
 * of one node that use the same positions share their vertices. A transform that mirrors turns the winding, so that the
 * outside stays outside. `checkSize` has bounded the result. @throws InspectorError `too-large` where memory is short.
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
    const placed = new Map<Float64Array, number>();
    for (const [i, primitive] of primitives.entries()) {
      if (primitive === null) continue;
      progress(triangles === 0 ? 1 : triangleAt / triangles);
      let firstVertex = placed.get(primitive.positions);
      if (firstVertex === undefined) {
        firstVertex = vertexAt;
        placed.set(primitive.positions, firstVertex);
        transformPoints(worldFromNode, primitive.positions, positions, 3 * firstVertex);
        vertexAt += primitive.positions.length / 3;
      }
      copyTriangles(primitive.triangles, turned, firstVertex, indices, 3 * triangleAt);
      const count = primitive.triangles.length / 3;
      const name = partName(document, instance, primitives.length > 1 ? i : null);
      if (count > 0) parts.push({ name, firstTriangle: triangleAt, triangleCount: count, worldFromPart: worldFromNode });
      triangleAt += count;
    }
  }
  return { positions, indices, parts };
}

function countAll(instances: readonly MeshInstance[], meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>): readonly [number, number] {
  let vertices = 0;
  let triangles = 0;
  for (const { mesh } of instances) {
    const placed = new Set<Float64Array>();
    for (const primitive of meshes.get(mesh) ?? []) {
      if (primitive === null) continue;
      if (!placed.has(primitive.positions)) vertices += primitive.positions.length / 3;
      placed.add(primitive.positions);
      triangles += primitive.triangles.length / 3;
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
  const name = cleanName(document.nodes?.[node]?.name ?? document.meshes?.[mesh]?.name ?? `node ${node}`);
  return `${name}${copy === undefined ? '' : `[${copy}]`}${primitive === null ? '' : `/${primitive}`}`;
}
