import { poseOfSteps } from '../../../mesh/animation/transform-step.ts';
import type { AnimatedNode, SceneAnimation, VertexRun } from '../../../mesh/animation/scene-animation.ts';
import { worldOrigin, worldPose, type WorldPose } from '../../../mesh/animation/world-pose.ts';
import type { FindingList } from '../../finding-list.ts';
import { animationOrRest } from '../../scene/animation-or-rest.ts';
import { vertexStarts, type PlacedMesh } from '../../scene/place-meshes.ts';
import { movedNodes } from '../../scene/moved-nodes.ts';
import { roomFor, recordedNodes } from '../../scene/room.ts';
import type { PlacedFbxNode, PlacedFbxScene } from '../place-models.ts';
import type { ListReader } from '../read-list.ts';
import { isAnimated, objectKeyOf, pushTo, type FbxScene } from '../scene.ts';
import { readFbxClips } from './read-clips.ts';
import { readFbxShapes, type BlendShapes } from './read-shapes.ts';
import { readFbxSkin } from './read-skin.ts';

/**
 * Returns the animation stacks of an FBX file from version 7 on, with the nodes, skins and blend shapes that they move;
 * `null` if nothing moves. If they are damaged, the mesh stays at rest and a finding is added.
 */
export function readFbxAnimation(
  scene: FbxScene,
  reader: ListReader,
  placedScene: PlacedFbxScene,
  placed: readonly PlacedMesh[],
  findings: FindingList,
): SceneAnimation | null {
  return isAnimated(scene) ? animationOrRest(() => read(scene, reader, placedScene, placed, findings), findings, {}) : null;
}

function read(
  scene: FbxScene,
  reader: ListReader,
  { record, shown }: PlacedFbxScene,
  placed: readonly PlacedMesh[],
  findings: FindingList,
): SceneAnimation | null {
  const room = roomFor(reader.bytes);
  const nodes = recordedNodes(record);
  const nodesOfModel = new Map<string, number[]>();
  nodes.forEach(({ model }, node) => pushTo(nodesOfModel, model, node));
  const weights = nodes.map((): number[] => []);
  const weightsOfChannel = new Map<string, { node: number; at: number }[]>();
  const starts = vertexStarts(placed);
  const shapes = shown.map(({ geometry, node }, part): BlendShapes => {
    const own = starts[part].isShared
      ? noShapes
      : readFbxShapes(scene, reader, objectKeyOf(geometry), placed[part].positions.length / 3, room);
    own.channels.forEach((channel, i) => pushTo(weightsOfChannel, channel, { node, at: weights[node].length + i }));
    // A node can show several geometries: the weights of each follow those of the previous ones.
    const blends = [...weights[node].map(() => ({ stops: new Float64Array(0), targets: [] })), ...own.blends];
    weights[node].push(...own.weights);
    return { ...own, blends };
  });
  const clips = readFbxClips(scene, reader, { nodesOfModel, weightsOfChannel }, room, findings);
  if (clips.length === 0) return null;
  const animated: AnimatedNode[] = nodes.map(({ parent, steps, rest, inherits }, i) => ({
    parent,
    matrix: null,
    rest,
    steps,
    inherits,
    weights: Float64Array.from(weights[i]),
  }));
  const moved = movedNodes(animated, clips);
  const worlds = worldsAtRest(nodes);
  const runs = shown.flatMap(({ geometry, node, nodeFromGeometry }, part): readonly VertexRun[] => {
    const { firstVertex, isShared } = starts[part];
    if (isShared) return [];
    const { positions } = placed[part];
    const { targets, blends } = shapes[part];
    const skinned = {
      key: objectKeyOf(geometry),
      vertices: positions.length / 3,
      node,
      nodeFromGeometry,
      worldFromNode: worlds[node].worldFromNode,
      nodeOf: (model: string) => nodesOfModel.get(model)?.[0],
    };
    const skin = readFbxSkin(scene, reader, skinned, room, findings);
    if (!moved[node] && targets.length === 0 && skin === null) return [];
    room(positions.length, geometry.location);
    return [
      {
        firstVertex,
        node,
        nodeFromRun: Float64Array.from(nodeFromGeometry),
        positions,
        targets,
        ...(targets.length > 0 && { blends }),
        skin,
      },
    ];
  });
  return runs.length === 0 ? null : { clips, nodes: animated, runs };
}

const noShapes: BlendShapes = { targets: [], blends: [], channels: [], weights: [] };

function worldsAtRest(nodes: readonly PlacedFbxNode[]): readonly WorldPose[] {
  const worlds: WorldPose[] = [];
  for (const { parent, steps, rest, inherits } of nodes)
    worlds.push(worldPose(parent < 0 ? worldOrigin : worlds[parent], poseOfSteps(steps, rest), inherits));
  return worlds;
}
