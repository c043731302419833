import { buildTree, convexHull, decompose, deviation, fit, hulls, penetration, readMesh, separation, transformOf } from 'boxwood';

// A box of 2 × 2 × 2: its hull, a sphere around it, a collider and how far that is from the box.
const box =
  'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 2\nv 2 0 2\nv 2 2 2\nv 0 2 2\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';
const { mesh } = await readMesh(new TextEncoder().encode(box), 'box.obj');
const [prism] = hulls(mesh, { maxFaces: 5 });
const [ball] = fit(mesh, 'sphere', { containing: true });
const { bodies, phantomVolume } = await decompose(mesh);
const side = { mesh, tree: buildTree(mesh) };
const { aToB, masses } = deviation(side, side, { density: 3 });
const collider = [bodies.length, phantomVolume, aToB?.far.regionCount, masses.a];

// Two boxes that overlap by a half.
const right = transformOf({ translate: [1.5, 0.25, 0] });
const hull = convexHull(mesh.positions);
const { depth } = separation(hull, hull, right).sat;
console.log(prism?.exactVolume, ball?.contains, ...collider, depth, penetration(side, side, right).verified); // 8 true 1 0 0 24 0.5 true
