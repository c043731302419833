import { InspectorError } from '../../error.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { checkTreeFits } from '../check-tree-fits.ts';
import { treeOfBoxes } from '../build-tree.ts';
import { openTree } from '../open-tree.ts';
import type { Tree } from '../layout.ts';
import { boxSkeleton } from './box-skeleton.ts';
import type { LoadedRefit } from './load-refit.ts';
import { refitBoxes } from './refit-boxes.ts';
import { otherLength } from './refit-errors.ts';
import { refitKernel } from './refit-kernel.ts';
import { refitWide } from './refit-wide.ts';

/**
 * T15: the bytes of a tree whose volumes fit moved vertices, bottom-up, with the division into nodes of `tree` (van den Bergen,
 * "Efficient collision detection of complex deformable models using AABB trees", 1997). Much quicker than a build, and worse the more
 * the mesh has changed its shape: `refitQuality` tells how much.
 *
 * `mesh` has the triangles that the tree was built for, in their order, at other places. Kinds whose volumes are not boxes
 * are fitted to the vertices as in a build, on the boxes of the same division.
 *
 * `into`, of the length of the tree's bytes, takes the result, of kind `aabb` and by WebAssembly without allocation; it may be the tree's own bytes. The
 * view of a tree reads its origin and bounds once, so open the bytes again. WebAssembly does it where `loaded` (`loadRefit`) is of
 * this record and these indices. Hot for kinds `aabb` and `wide`: bench `refit`.
 * @throws InspectorError `invalid-argument` for a mesh with other triangles, or other triangles that are finite, and bytes of another
 * length; whatever `progress` throws.
 */
export function refitTree(
  tree: Tree,
  mesh: TriangleMesh,
  into: ArrayBuffer | null = null,
  progress: Progress = noProgress,
  loaded: LoadedRefit | null = null,
): ArrayBuffer {
  checkTreeFits(tree, mesh);
  checkSameFinite(tree, mesh);
  const isLoaded =
    loaded !== null && loaded.tree === tree && loaded.indices === mesh.indices && loaded.positions.length === mesh.positions.length;
  if (isLoaded) return refitKernel(loaded, mesh, into ?? new ArrayBuffer(tree.bytes.byteLength));
  if (tree.kind === 'aabb') return refitBoxes(tree, mesh, into ?? new ArrayBuffer(tree.bytes.byteLength));
  const bytes =
    tree.kind === 'wide' ? refitWide(tree, mesh) : treeOfBoxes(refitBoxesOf(tree, mesh), mesh, tree.kind, tree.maxDepth, progress);
  if (into === null) return bytes;
  if (into.byteLength !== bytes.byteLength) throw otherLength(into.byteLength, bytes.byteLength);
  new Uint8Array(into).set(new Uint8Array(bytes));
  return into;
}

function refitBoxesOf(tree: Tree, mesh: TriangleMesh): ArrayBuffer {
  const skeleton = boxSkeleton(tree);
  return refitBoxes(openTree(skeleton), mesh, skeleton);
}

/** Those in the tree are looked at where their boxes are taken; here that no other has become finite. */
function checkSameFinite(tree: Tree, mesh: TriangleMesh): void {
  if (tree.triangles === tree.meshTriangles) return;
  let finite = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) if (isFiniteTriangle(mesh, triangle)) finite++;
  if (finite === tree.triangles) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The tree holds ${tree.triangles} triangles, but ${finite} of the moved mesh are finite`,
    fix: 'Build the tree of the moved mesh',
    location: {},
  });
}
