import { type Kernel, theKernel } from '../kernel/index.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildOptions, type BuildOptions } from '../options/build-options.ts';
import { checkValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildBoxTree } from './builders/build-box-tree.ts';
import type { TreeKind } from './layout.ts';
import { treeKinds } from './kinds/kinds.ts';
import { buildWide } from './kinds/wide/build-wide.ts';
import type { Engine } from './engine.ts';

/**
 * Builds the tree of a mesh (T1-T12); see `layout.ts` for the bytes. Triangles with a non-finite vertex are left out;
 * with none left the tree has no node. The same mesh and options give the same bytes. What is not given has its default.
 *
 * The split divides the triangles by their boxes, whatever the kind: so kinds beside each other differ by their volumes
 * and bytes alone. Only a wide tree by binned SAH is built by WebAssembly, `kernel`, where that can be had, in a division of its own;
 * with `null` all is TypeScript.
 * @throws InspectorError `invalid-argument` for options out of range; `too-large` without memory; whatever `progress` throws.
 */
export function buildTree(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  progress: Progress = noProgress,
  kernel: Kernel | null = theKernel,
): ArrayBuffer {
  return buildTold(mesh, options, progress, kernel).bytes;
}

export interface BuiltTree {
  readonly bytes: ArrayBuffer;
  /** What built it: WebAssembly leaves some wide trees to TypeScript, for instance those that f32 has no frame for. */
  readonly engine: Engine;
}

/** `buildTree`, which also tells what built the tree. @throws as that. */
export function buildTold(
  mesh: TriangleMesh,
  options: Partial<BuildOptions>,
  progress: Progress = noProgress,
  kernel: Kernel | null = theKernel,
): BuiltTree {
  const checked = checkValues(buildOptions, options);
  const { kind, split, maxDepth } = checked;
  const wide = kernel !== null && kind === 'wide' && split === 'sah' ? buildWide(kernel, mesh, checked, progress) : null;
  if (wide !== null) return { bytes: wide, engine: 'webassembly' };
  const part = kind === 'aabb' ? 1 : boxesPart;
  // Wide nodes take several divisions, so that kind counts its levels itself.
  const divisions = treeKinds[kind].limitsDepth ? { ...checked, maxDepth: 0 } : checked;
  const boxes = buildBoxTree(mesh, divisions, (fraction) => progress(part * fraction));
  const bytes = treeOfBoxes(boxes, mesh, kind, maxDepth, (fraction) => progress(boxesPart + (1 - boxesPart) * fraction));
  progress(1);
  return { bytes, engine: 'typescript' };
}

/** Part of a build that dividing the triangles takes, about; fitting oriented boxes takes longer. */
const boxesPart = 0.5;

/** The bytes of a tree of another kind with the division of a tree of kind `aabb`, which was built without a depth limit for kind `wide`. */
export function treeOfBoxes(boxes: ArrayBuffer, mesh: TriangleMesh, kind: TreeKind, maxDepth: number, progress: Progress): ArrayBuffer {
  return treeKinds[kind].build(boxes, mesh, maxDepth, progress);
}
