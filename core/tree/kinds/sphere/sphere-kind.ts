import type { Tree } from '../../layout.ts';
import { viewTree } from '../../view-tree.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { fittedMemory } from '../build-memory.ts';
import type { KindSpec, Measure } from '../kind-spec.ts';
import { checkSphereVolume, checkSphereHolds } from './check-sphere.ts';
import { radiusWord, sphereFormat, sphereOf, sphereWords } from './node-sphere.ts';
import { sphereTree } from './sphere-tree.ts';

/** Spheres (T11). */
export const sphereKind: KindSpec = {
  ...sphereFormat,
  volumeName: { one: 'sphere', many: 'spheres' },
  limitsDepth: false,
  build: (boxes, mesh, _maxDepth, progress) => sphereTree(viewTree(boxes, aabbFormat), mesh, progress),
  buildMemory: (counts) => fittedMemory(sphereFormat, counts),
  checkHeader: () => {},
  checkVolume: checkSphereVolume,
  // Spheres are fitted to triangles. The sphere of a child may stick out.
  checkHoldsChild: null,
  checkHoldsTriangle: checkSphereHolds,
  halfArea: (tree, node) => {
    const radius = tree.nodesF32[node * sphereWords + radiusWord];
    return 2 * Math.PI * radius * radius;
  },
  createMeasure: () => measureSphere,
  isMeasureSlow: false,
  geometry: { kind: 'sphere', sphereOf },
};

function measureSphere({ nodesF32 }: Tree, node: number): Measure {
  const radius = nodesF32[node * sphereWords + radiusWord];
  // Products, because the last digit of a power may differ between engines.
  return { area: 4 * Math.PI * radius * radius, volume: (4 / 3) * Math.PI * radius * radius * radius };
}
