import type { Vec3 } from '../../../math/vec3.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../../mesh/triangle-vertices.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { directionsOf } from './dop-directions.ts';
import { isAtLeastAlong, isAtMostAlong } from '../holds-exactly.ts';

/** Checks that the slabs of a node are valid: no NaN, min not above max. */
export function checkDopVolume(tree: Tree, node: number, report: Report): void {
  const { words, slabs } = slabsOf(tree, node);
  for (let slab = 0; slab < slabs; slab++) {
    if (!(words[slab] <= words[slabs + slab])) report('box', node, `slab ${slab} has min ${words[slab]} and max ${words[slabs + slab]}`);
  }
}

/** Checks that the slabs of a child lie in those of its parent. All are f32 with the same origin, so they compare exactly. */
export function checkDopHoldsChild(tree: Tree, parent: number, child: number, report: Report): void {
  const outer = slabsOf(tree, parent);
  const inner = slabsOf(tree, child);
  for (let slab = 0; slab < outer.slabs; slab++) {
    const isOut = inner.words[slab] < outer.words[slab] || inner.words[outer.slabs + slab] > outer.words[outer.slabs + slab];
    if (isOut) report('child-box', child, `slab ${slab} extends outside that of its parent ${parent}`);
  }
}

/** Checks that a triangle lies in the slabs of a leaf, in exact arithmetic. */
export function checkDopHolds(tree: Tree, mesh: TriangleMesh, leaf: number, triangle: number, report: Report): void {
  const { words, slabs } = slabsOf(tree, leaf);
  const vertices = triangleVertices(mesh, triangle);
  const directions = directionsOf(tree);
  for (let slab = 0; slab < slabs; slab++) {
    const at = 3 * slab;
    const direction: Vec3 = [directions[at], directions[at + 1], directions[at + 2]];
    const isHeld = vertices.every(
      (vertex) =>
        isAtLeastAlong(direction, vertex, tree.origin, words[slab]) && isAtMostAlong(direction, vertex, tree.origin, words[slabs + slab]),
    );
    if (!isHeld) report('vertex', leaf, `triangle ${triangle} extends outside slab ${slab}`);
  }
}

function slabsOf({ nodesF32, nodeWords }: Tree, node: number): { readonly words: Float32Array; readonly slabs: number } {
  return { words: nodesF32.subarray(node * nodeWords, (node + 1) * nodeWords - 2), slabs: (nodeWords - 2) / 2 };
}
