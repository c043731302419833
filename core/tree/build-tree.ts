import { type Kernel, theKernel } from '../kernel/index.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildBoxTree } from './builders/build-box-tree.ts';
import { checkBuildFits } from './builders/check-build-fits.ts';
import { divideInKernel } from './builders/divide-in-kernel.ts';
import type { TreeKind } from './layout.ts';
import { treeKinds } from './kinds/kinds.ts';
import { buildWide } from './kinds/wide/build-wide.ts';
import type { Engine } from './engine.ts';

/**
 * Returns the bytes of the tree of a mesh; `layout.ts` describes them. Triangles with a non-finite vertex are left out. A mesh
 * without finite triangles has a tree without nodes. The same mesh and options give the same bytes. Missing options have their defaults.
 *
 * The split divides triangles by their axis-aligned boxes for every kind. So trees of different kinds have the same division
 * and differ only in their volumes. Exception: WebAssembly builds wide trees by binned SAH, with a division of its own.
 * With `kernel` `null` everything is built in TypeScript. Without `kernel`, WebAssembly divides all but the smallest meshes: to start it takes longer
 * than to divide some dozens of triangles.
 * @throws InspectorError `invalid-argument` for options out of range; `too-large` without memory; whatever `progress` throws.
 */
export function buildTree(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  progress: Progress = noProgress,
  kernel?: Kernel | null,
): ArrayBuffer {
  return buildWithEngine(mesh, options, progress, kernel).bytes;
}

/** Triangles that are divided in TypeScript sooner than an instance of WebAssembly starts, which takes 0.2 ms. Both give the same bytes. */
const smallMesh = 64;

export interface BuiltTree {
  readonly bytes: ArrayBuffer;
  /** The engine that wrote the volumes. WebAssembly refuses some wide trees, for instance of meshes that are too large for f32. */
  readonly engine: Engine;
}

/** Builds a tree as `buildTree` does, and also returns the engine that built it. @throws as `buildTree`. */
export function buildWithEngine(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  progress: Progress = noProgress,
  given?: Kernel | null,
): BuiltTree {
  const kernel = given === undefined ? theKernel : given;
  const checked = checkValues(buildOptions, options);
  const { kind, split, maxDepth } = checked;
  const wide = kernel !== null && kind === 'wide' && split === 'sah' ? buildWide(kernel, mesh, checked, progress) : null;
  if (wide !== null) return { bytes: wide, engine: 'webassembly' };
  const part = kind === 'aabb' ? 1 : boxesPart;
  const divisions = treeKinds[kind].limitsDepth ? { ...checked, maxDepth: 0 } : checked;
  const report: Progress = (fraction) => progress(part * fraction);
  checkBuildFits(mesh, divisions);
  const isSmall = given === undefined && triangleCount(mesh) <= smallMesh;
  const divided = kernel === null || isSmall ? null : divideInKernel(kernel, mesh, divisions, report);
  const boxes = divided ?? buildBoxTree(mesh, divisions, report);
  const bytes = treeOfBoxes(boxes, mesh, kind, maxDepth, (fraction) => progress(boxesPart + (1 - boxesPart) * fraction));
  progress(1);
  return { bytes, engine: divided !== null && kind === 'aabb' ? 'webassembly' : 'typescript' };
}

/** Approximate share of the build time for dividing triangles. Fitting oriented boxes takes longer. */
const boxesPart = 0.5;

/** Returns the bytes of a tree of another kind, with the division of `boxes`, a tree of kind `aabb`; see `KindSpec.build`. */
export function treeOfBoxes(boxes: ArrayBuffer, mesh: TriangleMesh, kind: TreeKind, maxDepth: number, progress: Progress): ArrayBuffer {
  return treeKinds[kind].build(boxes, mesh, maxDepth, progress);
}
