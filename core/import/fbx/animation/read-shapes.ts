import type { MorphBlend } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { Room } from '../../scene/room.ts';
import { nodeNamed, numberValue, type FbxNode } from '../fbx-node.ts';
import { numberProperty, propertyList } from '../properties.ts';
import { readList, type ListReader } from '../read-list.ts';
import { linked, type FbxScene } from '../scene.ts';

/** The blend shapes of a geometry; all lists are empty without any. Weights are in percent. */
export interface BlendShapes {
  /** (3·V) displacements. */
  readonly targets: readonly Float64Array[];
  readonly blends: readonly MorphBlend[];
  /** Keys of the channels. Curves refer to them. */
  readonly channels: readonly string[];
  /** Weights at rest. */
  readonly weights: readonly number[];
}

/**
 * Returns every channel of the blend shapes of a geometry, with its in-between shapes.
 * @throws InspectorError `index-out-of-range`, `malformed`, and as `readList`.
 */
export function readFbxShapes(scene: FbxScene, reader: ListReader, geometry: string, vertices: number, room: Room): BlendShapes {
  const targets: Float64Array[] = [];
  const blends: MorphBlend[] = [];
  const channels: string[] = [];
  const weights: number[] = [];
  for (const deformer of linked(scene, geometry, 'Deformer', 'BlendShape')) {
    for (const channel of linked(scene, deformer.key, 'Deformer', 'BlendShapeChannel')) {
      const fullWeights = listNamed(reader, channel.node, 'FullWeights');
      const shapes = linked(scene, channel.key, 'Geometry', 'Shape').map(({ node }, i, all) => {
        room(3 * vertices, node.location);
        const target = targets.push(readShape(reader, node, vertices, fullWeights.length === all.length ? null : fullWeights)) - 1;
        return { target, stop: fullWeights.length === all.length ? fullWeights[i] : 100 };
      });
      const stops = [...shapes, { target: -1, stop: 0 }].sort((a, b) => a.stop - b.stop);
      if (!stops.every(({ stop }) => Number.isFinite(stop)))
        throw refuse('malformed', 'a full weight is not finite', exportAgain, channel.node.location);
      blends.push({ stops: Float64Array.from(stops, ({ stop }) => stop), targets: stops.map(({ target }) => target) });
      channels.push(channel.key);
      weights.push(restPercent(channel.node));
    }
  }
  return { targets, blends, channels, weights };
}

/**
 * Returns the displacements of a shape. Blender writes a share in percent for each vertex where other programs write
 * the full weight of the shape.
 */
function readShape(reader: ListReader, shape: FbxNode, vertices: number, shares: Float64Array | null): Float64Array {
  const at = listNamed(reader, shape, 'Indexes');
  const moves = listNamed(reader, shape, 'Vertices');
  if (moves.length !== 3 * at.length)
    throw refuse('malformed', `a shape has ${moves.length} coordinates for ${at.length} vertices`, exportAgain, shape.location);
  if (!moves.every(Number.isFinite)) throw refuse('malformed', 'a shape has a number that is not finite', exportAgain, shape.location);
  const displacements = new Float64Array(3 * vertices);
  at.forEach((vertex, i) => {
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertices)
      throw refuse('index-out-of-range', `a shape moves vertex ${vertex} of ${vertices}`, exportAgain, shape.location);
    const share = shares?.length === at.length ? shares[i] / 100 : 1;
    for (let k = 0; k < 3; k++) displacements[3 * vertex + k] += share * moves[3 * i + k];
  });
  return displacements;
}

/** Returns the weight at rest: a property, or a field as Blender writes it. */
function restPercent(channel: FbxNode): number {
  const field = nodeNamed(channel.children, 'DeformPercent');
  const percent = numberProperty(
    { own: propertyList(channel), template: undefined },
    'DeformPercent',
    field === undefined ? 0 : numberValue(field, 0),
  );
  return Number.isFinite(percent) ? percent : 0;
}

function listNamed(reader: ListReader, node: FbxNode, name: string): Float64Array {
  const list = nodeNamed(node.children, name);
  return list === undefined ? new Float64Array(0) : readList(reader, list);
}
