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
 * Returns the bytes of a tree with the division of `tree` and volumes around moved vertices. They are computed bottom-up (T15; van den
 * Bergen, "Efficient collision detection of complex deformable models using AABB trees", 1997). Much faster than a build. The tree gets
 * worse with the change of shape of the mesh; `refitQuality` measures it.
 *
 * `mesh` has the same triangles as the mesh of the tree, in the same order, with other positions. Kinds whose volumes are not boxes are
 * fitted to the vertices as in a build.
 *
 * The result is written to `into`, if given, which has the length of the tree's bytes and may be the tree's own bytes. For kind `aabb` and
 * in WebAssembly this needs no allocation. Open the bytes again afterwards, because a `Tree` has copies of its origin and its options.
 * WebAssembly is used where `loaded` (`loadRefit`) belongs to this tree and these indices. Hot for kinds `aabb` and `wide`: bench `refit`.
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

/** Throws where a triangle outside the tree has become finite. The refit itself checks the triangles in the tree. */
function checkSameFinite(tree: Tree, mesh: TriangleMesh): void {
  if (tree.triangles === tree.meshTriangles) return;
  let finite = 0;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) if (isFiniteTriangle(mesh, triangle)) finite++;
  if (finite === tree.triangles) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The tree has ${tree.triangles} triangles, but ${finite} triangles of the moved mesh are finite`,
    fix: 'Build the tree of the moved mesh',
    location: {},
  });
}
