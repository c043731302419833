import { buildTree, distance, intersect, overlaps, readMesh, transformOf, type TreedMesh } from 'boxwood';

// Two triangles that cross each other, then the second one moved up by 3.
async function treed(text: string, name: string): Promise<TreedMesh> {
  const { mesh } = await readMesh(new TextEncoder().encode(text), name);
  return { mesh, tree: buildTree(mesh) };
}
const a = await treed('v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n', 'a.obj');
const b = await treed('v 0 0 -1\nv 0 0 1\nv 0 0.5 0\nf 1 2 3\n', 'b.obj');
const up = transformOf({ translate: [0, 0, 3] });
console.log(overlaps(a, b).overlap, intersect(a, b).pairCount, distance(a, b, up).distance); // true 1 2
