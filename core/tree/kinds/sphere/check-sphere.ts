import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { isWithinSphere } from '../holds-exactly.ts';
import { sphereOf } from './node-sphere.ts';

/** Checks that the sphere of a node is valid: a finite centre, a radius of 0 or more. */
export function checkSphereVolume(tree: Tree, node: number, report: Report): void {
  const { centre, radius } = sphereOf(tree, node);
  if (!centre.every(Number.isFinite) || !(radius >= 0))
    report('volume', node, `the sphere has centre ${centre.join(', ')} and radius ${radius}`);
}

/** Checks that a triangle lies in the sphere of a node, in exact arithmetic. */
export function checkSphereHolds(tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report): void {
  const { centre, radius } = sphereOf(tree, node);
  // `checkSphere` reports invalid spheres.
  if (!centre.every(Number.isFinite) || !(radius >= 0)) return;
  const isHeld = triangleVertices(mesh, triangle).every((vertex) => isWithinSphere(vertex, tree.origin, centre, radius));
  if (!isHeld) report('vertex', node, `triangle ${triangle} extends outside the sphere`);
}
