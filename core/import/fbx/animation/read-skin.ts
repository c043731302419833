import { multiply } from '../../../math/matrix.ts';
import { inverseTransform, type Matrix } from '../../../math/transform.ts';
import type { VertexSkin } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { skinOfInfluences, type Influences } from '../../scene/skin-of-influences.ts';
import type { Room } from '../../scene/room.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import { nodeNamed, textValue, type FbxNode } from '../fbx-node.ts';
import { readList, type ListReader } from '../read-list.ts';
import { linked, type FbxScene } from '../scene.ts';

/** A mesh that a skin deforms, and the nodes of its bones. */
export interface SkinnedGeometry {
  readonly key: string;
  readonly vertices: number;
  readonly node: number;
  readonly nodeFromGeometry: Matrix;
  /** World transform of the node, at rest. */
  readonly worldFromNode: Matrix;
  /** Returns the node of a model; `undefined` for a model that is not placed. */
  readonly nodeOf: (model: string) => number | undefined;
}

const simplified: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Skins use dual quaternions and are played with linear blending: twisted joints look thinner',
  fix: 'Bake the deformation in the program that made the file',
};

const noBone: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Skin clusters name no bone of the scene: their vertices follow the other bones, or the mesh',
  fix: 'Export the file again with all of its bones',
};

/**
 * Returns the first skin of a geometry; `null` without one. Each cluster becomes a joint. Vertices without weights
 * follow the node.
 * @throws InspectorError `index-out-of-range`, `malformed`, and as `readList`.
 */
export function readFbxSkin(
  scene: FbxScene,
  reader: ListReader,
  geometry: SkinnedGeometry,
  room: Room,
  findings: FindingList,
): VertexSkin | null {
  const [skin] = linked(scene, geometry.key, 'Deformer', 'Skin');
  if (skin === undefined) return null;
  const { nodeFromGeometry, node } = geometry;
  const type = nodeNamed(skin.node.children, 'SkinningType');
  if (type !== undefined && /^(DualQuaternion|Blend)$/.test(textValue(type, 0))) addFinding(findings, simplified, skin.node.location);
  const joints: { readonly node: number; readonly inverseBind: Matrix }[] = [];
  const influences: Influences[] = [];
  for (const cluster of linked(scene, skin.key, 'Deformer', 'Cluster')) {
    const bones = linked(scene, cluster.key, 'Model').flatMap(({ key }) => geometry.nodeOf(key) ?? []);
    const list = (name: string): Float64Array => listNamed(reader, cluster.node, name);
    const vertices = list('Indexes');
    const weights = list('Weights');
    if (vertices.length === 0) continue;
    if (bones.length === 0) {
      addFinding(findings, noBone, cluster.node.location);
      continue;
    }
    if (vertices.length !== weights.length)
      throw refuse(
        'malformed',
        `a cluster has ${weights.length} weights for ${vertices.length} vertices`,
        exportAgain,
        cluster.node.location,
      );
    const boneFromNode = matrixNamed(reader, cluster.node, 'Transform') ?? boundAtRest(reader, cluster.node, geometry);
    influences.push({ joint: joints.length, vertices, weights, location: cluster.node.location });
    joints.push({ node: bones[0], inverseBind: multiply(boneFromNode, nodeFromGeometry) });
  }
  if (joints.length === 0) return null;
  return skinOfInfluences([...joints, { node, inverseBind: nodeFromGeometry }], influences, geometry.vertices, room);
}

/**
 * Returns the bind matrix of a cluster. `TransformLink` is the world transform of the bone when the mesh was bound in
 * its current place.
 */
function boundAtRest(reader: ListReader, cluster: FbxNode, { worldFromNode }: SkinnedGeometry): Matrix {
  const worldFromBone = matrixNamed(reader, cluster, 'TransformLink');
  if (worldFromBone === null) throw refuse('malformed', 'a cluster has no bind matrix', exportAgain, cluster.location);
  return multiply(inverseTransform(worldFromBone), worldFromNode);
}

/** Returns a matrix of a cluster. FBX writes row vectors row by row, which is column by column for column vectors. */
function matrixNamed(reader: ListReader, node: FbxNode, name: string): Matrix | null {
  const numbers = listNamed(reader, node, name);
  if (numbers.length === 0 || numbers.every((number) => number === 0)) return null;
  if (numbers.length !== 16 || !numbers.every(Number.isFinite))
    throw refuse('malformed', `the ${name} of a cluster is not a matrix`, exportAgain, node.location);
  return [...numbers];
}

function listNamed(reader: ListReader, node: FbxNode, name: string): Float64Array {
  const list = nodeNamed(node.children, name);
  return list === undefined ? new Float64Array(0) : readList(reader, list);
}
