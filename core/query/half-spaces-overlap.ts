import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import { halfSpacesTriangleExact } from '../shape/half-spaces-triangle-exact.ts';
import { halfSpacesTriangle, spacesMiss, spacesUnsure } from '../shape/half-spaces-triangle.ts';
import type { HalfSpaces } from '../shape/half-spaces.ts';
import { halfSpacesReachNode } from './half-spaces-node.ts';
import type { OverlapTest } from './overlap-descent.ts';
import { halfSpaceSlabs, type Slabs } from './slabs.ts';

/** Returns the tests of a convex set, given by half-spaces, for `overlappingTriangles`. `around` are slabs around its points, if they are known. */
export function halfSpacesTest(mesh: TriangleMesh, spaces: HalfSpaces, around: Slabs | null): OverlapTest {
  const { positions, indices } = mesh;
  return {
    reachesNode: (nodeBox, origin) => halfSpacesReachNode(spaces, nodeBox, origin),
    overlapsTriangle: (triangle) => {
      const at = 3 * triangle;
      const result = halfSpacesTriangle(spaces, positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]);
      if (result !== spacesUnsure) return result !== spacesMiss;
      return halfSpacesTriangleExact(spaces, ...triangleVertices(mesh, triangle));
    },
    slabs: halfSpaceSlabs(spaces, around),
  };
}
