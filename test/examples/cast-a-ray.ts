import { buildTree, raycast, readMesh } from 'boxwood';

// Read a mesh, build its tree, cast one ray and print its first hit.
const bytes = new TextEncoder().encode('v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n');
const { mesh } = await readMesh(bytes, 'triangle.obj');
const tree = buildTree(mesh);
const { hits } = raycast(tree, mesh, { origin: [0, 0, -9], direction: [0, 0, 1] });
console.log(hits[0]?.triangle, hits[0]?.distance); // 0 9
