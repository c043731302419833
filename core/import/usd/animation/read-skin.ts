import { multiply } from '../../../math/matrix.ts';
import { identityTransform, type Matrix } from '../../../math/transform.ts';
import type { VertexSkin } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind } from '../../finding-list.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { normaliseWeights } from '../../scene/skin-of-influences.ts';
import { inFile } from '../load-layers.ts';
import { locationOfAttribute, type KeyReader } from './read-keys.ts';
import type { Skeleton } from './read-skeleton.ts';
import type { AuthoredAttribute, SkelBinding } from './skel-binding.ts';

const simplified: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Skins use dual quaternions and are played with linear blending: twisted joints look thinner',
  fix: 'Bake the deformation in the program that made the file',
};

const unequalWeights: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Joint weights of vertices do not sum to 1: they are normalised, and a vertex without weights follows its mesh',
  fix: 'Normalise the weights in the program that made the file',
};

/** Tolerance for the sum of weights stored with 16 bits. */
const sumTolerance = 1e-3;

/** A skinned mesh: its vertex count, its node, and the transform of its points relative to the node. */
export interface SkinnedPart {
  readonly vertices: number;
  readonly node: number;
  readonly nodeFromPart: Matrix;
}

/**
 * Returns the skin of a part; `null` without joint weights. `geomBindTransform` transforms points to the bind pose of
 * the skeleton. The transform of the mesh itself is ignored. Source: OpenUSD 26.05, `UsdSkelBindingAPI`, "Skinning a
 * Point (Linear Blend Skinning)".
 * @throws InspectorError `malformed`, `index-out-of-range`, and as the readers do.
 */
export function readUsdSkin(
  binding: SkelBinding,
  skeleton: Skeleton,
  { vertices, node, nodeFromPart }: SkinnedPart,
  reader: KeyReader,
): VertexSkin | null {
  const { jointIndices, jointWeights, geomBindTransform, joints } = binding;
  if (jointIndices === null || jointWeights === null) return null;
  const location = locationOfAttribute(jointIndices);
  const indices = numbers(jointIndices);
  const weights = numbers(jointWeights);
  if (indices.length === 0 && weights.length === 0) return null;
  if (indices.length !== weights.length)
    throw refuse('malformed', `a skin has ${weights.length} weights for ${indices.length} joint indices`, exportAgain, location);
  if (methodOf(binding) === 'dualQuaternion') addFinding(reader.findings, simplified, location);
  const jointOf = remapped(joints, skeleton);
  const influences = influencesOf(jointIndices, indices.length, vertices);
  const isRigid = indices.length === influences;
  reader.room(2 * influences * vertices + 17 * skeleton.joints.length, location);
  const vertexJoints = new Uint32Array(influences * vertices);
  const vertexWeights = new Float64Array(influences * vertices);
  let unequal = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    let sum = 0;
    for (let k = 0; k < influences; k++) {
      const from = isRigid ? k : influences * vertex + k;
      const weight = weights[from];
      const joint = indices[from];
      if (!Number.isFinite(weight)) throw refuse('malformed', 'a weight is not finite', exportAgain, location);
      if (!(weight > 0)) continue;
      if (jointOf[joint] === undefined)
        throw refuse('index-out-of-range', `vertex ${vertex} names joint ${joint} of ${jointOf.length}`, exportAgain, location);
      vertexJoints[influences * vertex + k] = jointOf[joint];
      vertexWeights[influences * vertex + k] = weight;
      sum += weight;
    }
    if (!(Math.abs(sum - 1) <= sumTolerance)) unequal++;
  }
  if (unequal > 0) addFinding(reader.findings, unequalWeights, location, unequal);
  const last = skeleton.joints.length;
  normaliseWeights(vertexJoints, vertexWeights, influences, last);
  const bindFromPart = multiply(bindFromMesh(geomBindTransform), nodeFromPart);
  const inverseBind = [...skeleton.jointFromBind.map((matrix) => multiply(matrix, bindFromPart)), nodeFromPart];
  return {
    joints: Uint32Array.from([...skeleton.nodes, node]),
    inverseBind: Float64Array.from(inverseBind.flat()),
    influences,
    vertexJoints,
    vertexWeights,
  };
}

/**
 * Returns the number of influences per vertex. If there are only as many indices as influences, all vertices share
 * them.
 * @throws InspectorError `malformed`.
 */
function influencesOf(attribute: AuthoredAttribute, count: number, vertices: number): number {
  const { metadata } = attribute;
  const declared = metadata.get('elementSize');
  const isVertex = metadata.get('interpolation') === 'vertex';
  const size = declared instanceof Float64Array ? declared[0] : isVertex ? count / vertices : count;
  if (count === size * (isVertex ? vertices : 1) && Number.isInteger(size)) return size;
  throw refuse(
    'malformed',
    `a skin has ${count} joint indices for ${isVertex ? vertices : 1} times ${size}`,
    exportAgain,
    locationOfAttribute(attribute),
  );
}

/**
 * Returns the joints of the skeleton by the indices that a mesh uses for them.
 * @throws InspectorError `malformed`.
 */
function remapped(attribute: AuthoredAttribute | null, skeleton: Skeleton): readonly number[] {
  const value = attribute === null ? null : inFile(attribute.file, attribute.read);
  if (attribute === null || value === null || value instanceof Float64Array) return skeleton.joints.map((_, j) => j);
  const numbers = new Map(skeleton.joints.map((joint, j) => [joint, j]));
  return (typeof value === 'string' ? [value] : value).map((name) => {
    const joint = numbers.get(name);
    if (joint === undefined)
      throw refuse('malformed', `the joint ${JSON.stringify(name)} is not in the skeleton`, exportAgain, locationOfAttribute(attribute));
    return joint;
  });
}

function bindFromMesh(attribute: AuthoredAttribute | null): Matrix {
  if (attribute === null) return identityTransform;
  const matrix = numbers(attribute);
  if (matrix.length === 16 && matrix.every(Number.isFinite)) return [...matrix];
  throw refuse('malformed', 'the bind transform of a mesh does not have 16 finite numbers', exportAgain, locationOfAttribute(attribute));
}

function methodOf({ skinningMethod }: SkelBinding): string {
  const value = skinningMethod === null ? null : inFile(skinningMethod.file, skinningMethod.read);
  return typeof value === 'string' ? value : '';
}

function numbers(attribute: AuthoredAttribute): Float64Array {
  const value = inFile(attribute.file, attribute.read);
  return value instanceof Float64Array ? value : new Float64Array(0);
}
