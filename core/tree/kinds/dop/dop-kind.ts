import { viewTree } from '../../view-tree.ts';
import { boxHalfArea } from '../aabb/box-volume.ts';
import { aabbFormat } from '../aabb/node-aabb.ts';
import { fittedMemory } from '../build-memory.ts';
import type { KindSpec, VolumeGeometry } from '../kind-spec.ts';
import { checkDopVolume, checkDopHolds, checkDopHoldsChild } from './check-dop.ts';
import { dopDirections, dopFormats, slabCounts, type DopKind } from './dop-directions.ts';
import { dopEdges } from './dop-edges.ts';
import { createFaceWorkspace, dopFaces, measureDop } from './dop-polytope.ts';
import { dopTree } from './dop-tree.ts';

export const dop6Kind = dopKind('dop6', { one: 'box', many: 'boxes' });
export const dop14Kind = dopKind('dop14', { one: '14-DOP', many: '14-DOPs' });
export const dop18Kind = dopKind('dop18', { one: '18-DOP', many: '18-DOPs' });
export const dop26Kind = dopKind('dop26', { one: '26-DOP', many: '26-DOPs' });

/** Discrete oriented polytopes with k faces (T12). */
function dopKind(kind: DopKind, volumeName: KindSpec['volumeName']): KindSpec {
  return {
    ...dopFormats[kind],
    volumeName,
    limitsDepth: false,
    build: (boxes, mesh, _maxDepth, progress) => dopTree(viewTree(boxes, aabbFormat), mesh, kind, progress),
    buildMemory: (counts) => fittedMemory(dopFormats[kind], counts),
    checkHeader: () => {},
    checkVolume: checkDopVolume,
    checkHoldsChild: checkDopHoldsChild,
    checkHoldsTriangle: checkDopHolds,
    // The surface of the box around it: cutting the faces takes much longer.
    halfArea: boxHalfArea,
    createMeasure: () => {
      const workspace = createFaceWorkspace();
      return ({ nodesF32, nodeWords }, node) => measureDop(dopDirections[kind], nodesF32, node * nodeWords, workspace);
    },
    isMeasureSlow: true,
    geometry: dopGeometry(kind),
  };
}

function dopGeometry(kind: DopKind): VolumeGeometry {
  // Three slabs are a box.
  if (slabCounts[kind] === 3) return { kind: 'box' };
  return {
    kind: 'polytope',
    polytopeOf: ({ nodesF32, nodeWords }, node) => {
      const faces = dopFaces(dopDirections[kind], nodesF32, node * nodeWords);
      return { faces, edges: dopEdges(faces) };
    },
    sidesOf: null,
    roundOf: null,
    isSlow: true,
  };
}
