import type { Tree } from '../../layout.ts';
import { viewTree } from '../../view-tree.ts';
import { measureBox } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { fittedMemory } from '../build-memory.ts';
import type { KindSpec, Measure } from '../kind-spec.ts';
import { checkObbVolume, checkObbHolds } from './check-obb.ts';
import { halfWord, obbFormat, obbWords } from './node-obb.ts';
import { obbPolytope, obbSides } from './obb-polytope.ts';
import { obbTree } from './obb-tree.ts';

/** Oriented boxes (T10). */
export const obbKind: KindSpec = {
  ...obbFormat,
  volumeName: { one: 'oriented box', many: 'oriented boxes' },
  limitsDepth: false,
  build: (boxes, mesh, _maxDepth, progress) => obbTree(viewTree(boxes, aabbFormat), mesh, progress),
  buildMemory: (counts) => fittedMemory(obbFormat, counts),
  checkHeader: () => {},
  checkVolume: checkObbVolume,
  // Boxes are fitted to triangles. The box of a child may stick out.
  checkHoldsChild: null,
  checkHoldsTriangle: checkObbHolds,
  halfArea: ({ nodesF32 }, node) => {
    const at = node * obbWords + halfWord;
    const x = 2 * nodesF32[at];
    const y = 2 * nodesF32[at + 1];
    const z = 2 * nodesF32[at + 2];
    return x * y + y * z + z * x;
  },
  createMeasure: () => measureObb,
  isMeasureSlow: false,
  geometry: { kind: 'polytope', polytopeOf: obbPolytope, sidesOf: obbSides, roundOf: null, isSlow: false },
};

function measureObb({ nodesF32 }: Tree, node: number): Measure {
  const at = node * obbWords + halfWord;
  return measureBox(2 * nodesF32[at], 2 * nodesF32[at + 1], 2 * nodesF32[at + 2]);
}
