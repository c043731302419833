import { bake, buildTree, closestPoint, openTree, readBoxwood, readMesh } from 'boxwood';

// Bake a mesh with its tree, read the bytes again, and query the tree that was baked.
const { mesh } = await readMesh(new TextEncoder().encode('v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n'), 'triangle.obj');
const { bytes } = bake(mesh, 'boxwood', { trees: [buildTree(mesh)] });
const baked = readBoxwood(bytes);
const tree = openTree(baked.trees[0]!, baked.mesh);
console.log(tree.kind, closestPoint(tree, baked.mesh, [0, 0, 2]).closest?.distance); // wide 2
