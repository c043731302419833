import { multiply } from '../../../math/matrix.ts';
import type { Matrix } from '../../../math/transform.ts';
import type { VertexSkin } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { Room } from '../../scene/room.ts';
import { skinOfInfluences, type Influences } from '../../scene/skin-of-influences.ts';
import { readNumberList } from '../../text/read-number-list.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation } from '../library.ts';
import { matrixOfRows } from '../node-transform.ts';
import { wholeNumber } from '../read-positions.ts';
import { inputOf, sourceNames, sourceNumbers, requireElement, type Lookup } from './read-source.ts';

/** A skin and the node that shows it. */
export interface SkinUse {
  readonly skin: XmlElement;
  readonly vertices: number;
  readonly node: number;
  /** The `bind_shape_matrix` of the skin. */
  readonly shapeFromGeometry: Matrix;
  /** Returns the node of a joint by its name or by its id. */
  readonly jointNode: (name: string, isId: boolean) => number | undefined;
}

/**
 * Returns a skin. Vertices without weights, or bound to joint -1, follow the node. Source: COLLADA 1.4.1, `skin`.
 * @throws InspectorError `malformed`, `index-out-of-range`, as `sourceNumbers`.
 */
export function readColladaSkin(lookup: Lookup, { skin, vertices, node, shapeFromGeometry, jointNode }: SkinUse, room: Room): VertexSkin {
  const joints = childOf(skin, 'joints');
  const weights = childOf(skin, 'vertex_weights');
  const named = joints === undefined ? undefined : inputOf(joints, 'JOINT');
  const bound = joints === undefined ? undefined : inputOf(joints, 'INV_BIND_MATRIX');
  if (weights === undefined || named === undefined || bound === undefined)
    throw refuse('malformed', 'a skin has no joints or no weights', exportAgain, elementLocation(skin));
  const { names, areIds } = sourceNames(requireElement(lookup, named, 'source', 'source'));
  const { values: matrices, stride } = sourceNumbers(requireElement(lookup, bound, 'source', 'source'));
  if (stride !== 16 || matrices.length < 16 * names.length)
    throw refuse(
      'malformed',
      `${matrices.length / 16} inverse bind matrices for ${names.length} joints`,
      exportAgain,
      elementLocation(bound),
    );
  const all = names.map((name, j) => {
    const at = jointNode(name, areIds);
    if (at === undefined)
      throw refuse('malformed', `the joint ${JSON.stringify(name)} is not in the scene`, exportAgain, elementLocation(named));
    return { node: at, inverseBind: multiply(matrixOfRows([...matrices.subarray(16 * j, 16 * j + 16)]), shapeFromGeometry) };
  });
  return skinOfInfluences([...all, { node, inverseBind: shapeFromGeometry }], influencesOf(lookup, weights, all.length), vertices, room);
}

/** Returns the influences, one for each corner in `v`. Joint -1 becomes the last joint. */
function influencesOf(lookup: Lookup, weights: XmlElement, joints: number): readonly Influences[] {
  const joint = inputOf(weights, 'JOINT');
  const weight = inputOf(weights, 'WEIGHT');
  if (joint === undefined || weight === undefined)
    throw refuse('malformed', 'weights have no joints or no values', exportAgain, elementLocation(weights));
  const values = sourceNumbers(requireElement(lookup, weight, 'source', 'source')).values;
  const counts = readNumberList(childOf(weights, 'vcount')?.text ?? '');
  const indices = readNumberList(childOf(weights, 'v')?.text ?? '');
  const stride = 1 + Math.max(...xmlChildrenOf(weights, 'input').map((input) => wholeNumber(input, 'offset', 0)));
  const jointAt = wholeNumber(joint, 'offset', 0);
  const weightAt = wholeNumber(weight, 'offset', 0);
  const lists = Array.from({ length: joints + 1 }, (_, j) => ({
    joint: j,
    vertices: [] as number[],
    weights: [] as number[],
    location: elementLocation(weights),
  }));
  let at = 0;
  counts.forEach((count, vertex) => {
    for (let i = 0; i < count; i++, at += stride) {
      const list = lists.at(indices[at + jointAt]);
      const value = values[indices[at + weightAt]];
      if (list === undefined || !(indices[at + jointAt] >= -1) || value === undefined)
        throw refuse('index-out-of-range', `vertex ${vertex} refers to a missing joint or weight`, exportAgain, elementLocation(weights));
      list.vertices.push(vertex);
      list.weights.push(value);
    }
  });
  return lists;
}

/** A morph: its displacements and the source of its weights. */
export interface Morph {
  readonly targets: readonly Float64Array[];
  readonly weights: readonly number[];
  /** The `source` of the weights. Channels name it or its array. */
  readonly source: XmlElement;
}

/**
 * Returns a morph. NORMALIZED targets are whole meshes, RELATIVE targets are displacements. Source: COLLADA 1.4.1,
 * `morph`.
 * @throws InspectorError `malformed`, as `sourceNumbers`.
 */
export function readMorph(lookup: Lookup, morph: XmlElement, positions: Float64Array, room: Room): Morph {
  const list = childOf(morph, 'targets');
  const named = list === undefined ? undefined : inputOf(list, 'MORPH_TARGET');
  const weighed = list === undefined ? undefined : inputOf(list, 'MORPH_WEIGHT');
  if (named === undefined || weighed === undefined)
    throw refuse('malformed', 'a morph has no targets or no weights', exportAgain, elementLocation(morph));
  const source = requireElement(lookup, weighed, 'source', 'source');
  const isRelative = attributeOf(morph, 'method') === 'RELATIVE';
  const targets = sourceNames(requireElement(lookup, named, 'source', 'source')).names.map((id) => {
    const target = positionsOf(lookup, id, morph);
    if (target.length !== positions.length)
      throw refuse(
        'malformed',
        `a morph target has ${target.length / 3} vertices of ${positions.length / 3}`,
        exportAgain,
        elementLocation(morph),
      );
    room(positions.length, elementLocation(morph));
    return isRelative ? target : target.map((value, i) => value - positions[i]);
  });
  return { targets, weights: [...sourceNumbers(source).values.subarray(0, targets.length)], source };
}

function positionsOf(lookup: Lookup, id: string, morph: XmlElement): Float64Array {
  const geometry = lookup(id.replace(/^#/, ''));
  const mesh = geometry?.tag.name === 'geometry' ? childOf(geometry, 'mesh') : undefined;
  const vertices = mesh === undefined ? undefined : childOf(mesh, 'vertices');
  const input = vertices === undefined ? undefined : inputOf(vertices, 'POSITION');
  if (input === undefined)
    throw refuse('malformed', `the morph target ${JSON.stringify(id)} is not a mesh`, exportAgain, elementLocation(morph));
  const { values, stride } = sourceNumbers(requireElement(lookup, input, 'source', 'source'));
  if (stride !== 3)
    throw refuse('malformed', 'a morph target does not have three coordinates per vertex', exportAgain, elementLocation(input));
  return values;
}
