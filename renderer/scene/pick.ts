import { partOfTriangle } from '#core/mesh/triangle-mesh';
import { raycast, type Ray, type RayHit } from '#core/query/ray';
import type { Vec3 } from '#core/math/vec3';
import { hiddenKey, type LoadedTree, type OpenDocument, type Scene } from '../state/records.ts';
import type { SurfacePoint } from '../tools/tool.ts';

/**
 * The nearest visible triangle that a ray meets, over all documents: exact, by the same query on the same f64 vertices
 * as every other ray. Hidden parts are passed through. A document whose tree is not there yet is not met.
 */
export function pick(documents: readonly OpenDocument[], scene: Scene, origin: Vec3, direction: Vec3): SurfacePoint | null {
  const ray: Ray = { origin, direction, far: Infinity };
  let nearest: SurfacePoint | null = null;
  for (const document of documents) {
    const { id } = document.summary;
    const loaded = scene.trees.get(id);
    if (loaded === undefined || document.mesh === null || scene.hidden.has(hiddenKey(id))) continue;
    const hit = firstVisibleHit(document, loaded, scene.hidden, ray);
    if (hit === null || (nearest !== null && nearest.distance <= hit.distance)) continue;
    nearest = { document: id, triangle: hit.triangle, position: hit.position, distance: hit.distance };
  }
  return nearest;
}

function firstVisibleHit(document: OpenDocument, { tree }: LoadedTree, hidden: ReadonlySet<string>, ray: Ray): RayHit | null {
  const mesh = document.mesh?.mesh;
  if (mesh === undefined || tree.nodeCount === 0) return null;
  const { id } = document.summary;
  const someHidden = mesh.parts.some((_, part) => hidden.has(hiddenKey(id, part)));
  const { hits } = raycast(tree, mesh, ray, { mode: someHidden ? 'all' : 'first', cull: false });
  return hits.find((hit) => !isHidden(partOfTriangle(mesh, hit.triangle))) ?? null;

  function isHidden(part: number | null): boolean {
    return part !== null && hidden.has(hiddenKey(id, part));
  }
}
