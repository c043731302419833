import { InspectorError } from '../error.ts';
import { checkTransform, type Transform } from '../math/transform.ts';
import { checkTreedMesh, type TreedMesh } from './treed-mesh.ts';

/**
 * Refuses two meshes that cannot be asked about together.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit; `too-large` for more pairs than can be numbered.
 */
export function checkPairing(a: TreedMesh, b: TreedMesh, aFromB: Transform): void {
  checkTransform(aFromB);
  checkTreedMesh(a);
  checkTreedMesh(b);
  // A pair is numbered by one f64 while it is collected.
  if (a.tree.meshTriangles * b.tree.meshTriangles <= Number.MAX_SAFE_INTEGER) return;
  const message = `${a.tree.meshTriangles} and ${b.tree.meshTriangles} triangles are too many to pair`;
  throw new InspectorError({ code: 'too-large', message, fix: 'Split the meshes into parts', location: {} });
}
