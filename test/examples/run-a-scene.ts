import { parseScene, readMesh, runScene } from 'boxwood';

// Two pyramids, the second of which falls by 2 in each step. Boxes first, then surfaces.
const pyramid = 'v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 1 0\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n';
const { mesh } = await readMesh(new TextEncoder().encode(pyramid), 'pyramid.obj');
const at = (y: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];
const falls = { mesh: 0, matrix: at(4), motion: { kind: 'velocity', velocity: [0, -2, 0] } };
const text = { format: 'boxwood-scene', version: 1, meshes: ['pyramid.obj'], instances: [{ mesh: 0, matrix: at(0) }, falls] };
const { steps } = await runScene(parseScene(JSON.stringify(text)), [mesh], { steps: 3, narrow: true });
console.log(steps.map(({ pairs, narrow }) => `${pairs} ${narrow?.overlaps}`).join(', ')); // 0 0, 0 0, 1 1
