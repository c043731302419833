import { dot, normalized, type Vec3 } from '#core/math';
import { triangleVertices } from '#core/mesh';
import { triangleNormal } from '#core/shape';
import { placementOf, vectorToWorld } from '../state/pair/placement.ts';
import type { Store } from '../state/store/store.ts';
import type { Pixel, SurfacePoint, ToolView } from './tool.ts';

/** Returns the triangle's normal in world space, on the side of the eye. */
export function normalToEye(store: Store, view: ToolView, pixel: Pixel, { document, triangle }: SurfacePoint): Vec3 {
  const { direction } = view.rayThrough(pixel);
  const towardsEye: Vec3 = [-direction[0], -direction[1], -direction[2]];
  const mesh = store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
  const ofMesh = mesh === undefined ? null : triangleNormal(...triangleVertices(mesh, triangle));
  const normal = ofMesh === null ? null : normalized(vectorToWorld(placementOf(store.scene.peek(), document), ofMesh));
  if (normal === null) return towardsEye;
  return dot(normal, direction) > 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}
