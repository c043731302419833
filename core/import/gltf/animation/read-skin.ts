import { identityTransform } from '../../../math/transform.ts';
import type { VertexSkin } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { requireAccessor, type GltfSource } from '../accessor-layout.ts';
import { isObject, type GltfPrimitive } from '../document.ts';
import { readNumbers } from '../read-accessor.ts';
import { listOf, numberIn } from './json-fields.ts';
import type { Room } from '../../scene/room.ts';

/** Decoded joints and weights of each set, (4·V) each. */
export type DecodedSkin = ReadonlyMap<string, Float64Array>;

type JointList = Pick<VertexSkin, 'joints' | 'inverseBind'>;

/** Skins by index. Primitives share their arrays. */
export type SharedSkins = Map<number, JointList>;

interface SkinUse {
  readonly skin: number;
  readonly vertices: number;
  readonly locations: ReadonlyMap<number, number>;
  readonly known: SharedSkins;
}

/**
 * Returns the skin of a primitive: four influences per vertex for each pair JOINTS_n, WEIGHTS_n. `decoded` has the
 * attributes that Draco compressed.
 * @throws InspectorError `malformed`, `index-out-of-range` with the pointer.
 */
export function readGltfSkin(
  source: GltfSource,
  decoded: DecodedSkin | null,
  primitive: GltfPrimitive,
  use: SkinUse,
  pointer: string,
  room: Room,
): VertexSkin | null {
  const { skin, vertices, locations, known } = use;
  const list = known.get(skin) ?? readJoints(source, skin, locations, room);
  known.set(skin, list);
  let sets = 0;
  while (primitive.attributes[`JOINTS_${sets}`] !== undefined && primitive.attributes[`WEIGHTS_${sets}`] !== undefined) sets++;
  // Without joints the node places the primitive.
  if (sets === 0) return null;
  const influences = 4 * sets;
  room(2 * influences * vertices, pointer);
  const vertexJoints = new Uint32Array(influences * vertices);
  const vertexWeights = new Float64Array(influences * vertices);
  for (let set = 0; set < sets; set++) {
    const joints = perVertex(source, decoded, primitive, `JOINTS_${set}`, vertices, pointer);
    const weights = perVertex(source, decoded, primitive, `WEIGHTS_${set}`, vertices, pointer);
    for (let i = 0; i < weights.length; i++) {
      const at = influences * Math.floor(i / 4) + 4 * set + (i % 4);
      if (!(weights[i] >= 0 && weights[i] < Infinity))
        throw refuse('malformed', `a weight is ${weights[i]}`, exportAgain, { pointer: `${pointer}/attributes/WEIGHTS_${set}` });
      // The joint of a zero weight is not used and may be invalid.
      if (weights[i] === 0) continue;
      vertexJoints[at] = numberIn(joints[i], list.joints.length, `${pointer}/attributes/JOINTS_${set}`);
      vertexWeights[at] = weights[i];
    }
  }
  normaliseWeights(vertexWeights, influences);
  return { ...list, influences, vertexJoints, vertexWeights };
}

function perVertex(
  source: GltfSource,
  decoded: DecodedSkin | null,
  { attributes }: GltfPrimitive,
  name: string,
  vertices: number,
  pointer: string,
): Float64Array {
  const location = `${pointer}/attributes/${name}`;
  const accessor = numberIn(attributes[name], source.document.accessors?.length ?? 0, location);
  const values =
    decoded?.get(name) ?? (requireAccessor(source, accessor).type === 'VEC4' ? readNumbers(source, accessor) : new Float64Array(0));
  if (values.length !== 4 * vertices)
    throw refuse('malformed', `${name} does not have four numbers for each of ${vertices} vertices`, exportAgain, { pointer: location });
  return values;
}

function readJoints({ document, ...source }: GltfSource, index: number, locations: ReadonlyMap<number, number>, room: Room): JointList {
  const pointer = `/skins/${index}`;
  const skins = listOf(document.skins, '/skins');
  const skin = skins[numberIn(index, skins.length, pointer)];
  if (!isObject(skin)) throw refuse('malformed', 'a skin is not an object', exportAgain, { pointer });
  const nodes = listOf(skin['joints'], `${pointer}/joints`);
  room(17 * nodes.length, pointer);
  const joints = Uint32Array.from(nodes, (node, j) => {
    const location = locations.get(numberIn(node, document.nodes?.length ?? 0, `${pointer}/joints/${j}`));
    if (location === undefined)
      throw refuse('malformed', 'a joint is not in the scene', exportAgain, { pointer: `${pointer}/joints/${j}` });
    return location;
  });
  const inverseBind = new Float64Array(16 * joints.length);
  if (skin['inverseBindMatrices'] === undefined) {
    for (let j = 0; j < joints.length; j++) inverseBind.set(identityTransform, 16 * j);
    return { joints, inverseBind };
  }
  const accessor = numberIn(skin['inverseBindMatrices'], document.accessors?.length ?? 0, `${pointer}/inverseBindMatrices`);
  const { type, count } = requireAccessor({ document, ...source }, accessor);
  if (type !== 'MAT4' || count < joints.length)
    throw refuse('malformed', `${count} inverse bind matrices for ${joints.length} joints`, exportAgain, { pointer });
  room(16 * count, pointer);
  inverseBind.set(readNumbers({ document, ...source }, accessor).subarray(0, inverseBind.length));
  return { joints, inverseBind };
}

/** Normalises the weights of each vertex to the sum 1, which glTF requires and rounded weights miss. */
function normaliseWeights(weights: Float64Array, influences: number): void {
  for (let i = 0; i < weights.length; i += influences) {
    let sum = 0;
    for (let k = i; k < i + influences; k++) sum += weights[k];
    if (sum > 0) for (let k = i; k < i + influences; k++) weights[k] /= sum;
  }
}
