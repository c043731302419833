import { buildTree, readMesh } from 'boxwood';
import { startQueryThreads } from 'boxwood/threads';

// Cast many rays on two worker threads of Node, down on a triangle. Results are those of one thread.
const bytes = new TextEncoder().encode('v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n');
const { mesh } = await readMesh(bytes, 'triangle.obj');
const queries = startQueryThreads(buildTree(mesh), mesh, { threads: 2 });
const origins = Float64Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? i / 15_000 - 1 : i % 3));
const directions = Float64Array.from({ length: 30_000 }, (_, i) => [0, -1, -2][i % 3]!);
const { triangles } = await queries.raycastMany({ origins, directions });
queries.end();
console.log(triangles.length, triangles.filter((triangle) => triangle === 0).length); // 10000 5001
