import { checkMesh, readMesh } from 'boxwood';

// An open box has a hole; every finding has its exact elements and a fix.
const box =
  'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';
const { mesh } = await readMesh(new TextEncoder().encode(box), 'box.obj');
const { facts, findings } = checkMesh(mesh);
console.log(facts.boundaryEdges, findings[0]?.code); // 4 boundary-loops
