import { InspectorError } from '../error.ts';
import { checkTransform, type Transform } from '../math/transform.ts';
import { checkTreedMesh, type TreedMesh } from './treed-mesh.ts';

/**
 * Checks the arguments of a query of two meshes.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit; `too-large` for more pairs than can be numbered.
 */
export function checkPairing(a: TreedMesh, b: TreedMesh, aFromB: Transform): void {
  checkTransform(aFromB);
  checkTreedMesh(a);
  checkTreedMesh(b);
  // While pairs are collected, one f64 holds the number of a pair.
  if (a.tree.meshTriangles * b.tree.meshTriangles <= Number.MAX_SAFE_INTEGER) return;
  const message = `Meshes with ${a.tree.meshTriangles} and ${b.tree.meshTriangles} triangles are too large for a pair query`;
  throw new InspectorError({ code: 'too-large', message, fix: 'Split the meshes into parts', location: {} });
}
