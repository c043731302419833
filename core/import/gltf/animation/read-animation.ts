import type { AnimatedNode, SceneAnimation } from '../../../mesh/animation/scene-animation.ts';
import type { FindingList } from '../../finding-list.ts';
import { animationOrRest } from '../../scene/animation-or-rest.ts';
import { vertexStarts, type PlacedMesh } from '../../scene/place-meshes.ts';
import type { GltfSource } from '../accessor-layout.ts';
import type { DracoPrimitives, ReadPrimitive } from '../read-mesh.ts';
import type { MeshInstance, SceneNode } from '../scene-instances.ts';
import { readGltfClips, targetCount } from './read-clips.ts';
import { readRuns } from './read-runs.ts';
import { movedNodes } from '../../scene/moved-nodes.ts';
import { roomFor } from '../../scene/room.ts';

/** The parts of a scene that an animation can move, as imported. */
export interface AnimatedScene {
  readonly nodes: readonly SceneNode[];
  readonly instances: readonly MeshInstance[];
  readonly meshes: ReadonlyMap<number, readonly (ReadPrimitive | null)[]>;
  /** Starts with the parts of the instances, in their order. */
  readonly placed: readonly PlacedMesh[];
}

/**
 * Returns the animations of a scene with the nodes, skins and morph targets that they move; `null` if nothing moves.
 * glTF-Validator does not check animations here, so everything is checked. If they are damaged, the mesh stays at rest
 * and a finding is added.
 * @throws any error that is not an InspectorError.
 */
export function readGltfAnimation(
  source: GltfSource,
  draco: DracoPrimitives,
  scene: AnimatedScene,
  findings: FindingList,
): SceneAnimation | null {
  if (!Array.isArray(source.document.animations) || source.document.animations.length === 0) return null;
  return animationOrRest(() => read(source, draco, scene), findings, { pointer: '/animations' });
}

function read(source: GltfSource, draco: DracoPrimitives, { nodes, instances, meshes, placed }: AnimatedScene): SceneAnimation | null {
  const locations = new Map(nodes.map(({ node }, i) => [node, i]));
  const room = roomFor();
  const clips = readGltfClips(source, locations, room);
  if (clips.length === 0) return null;
  const animated = animatedNodes(source, nodes, locations);
  const moved = movedNodes(animated, clips);
  const runs = readRuns(source, draco, { locations, instances, meshes, moved, starts: vertexStarts(placed) }, room);
  return runs.length === 0 ? null : { clips, nodes: animated, runs };
}

function animatedNodes(source: GltfSource, nodes: readonly SceneNode[], locations: ReadonlyMap<number, number>): readonly AnimatedNode[] {
  const { document } = source;
  const parents = new Map<number, number>();
  for (const { node, children } of nodes.map(({ node }) => ({ node, children: document.nodes?.[node]?.children ?? [] }))) {
    for (const child of children) parents.set(child, locations.get(node) ?? -1);
  }
  return nodes.map(({ node: index }) => {
    const node = document.nodes?.[index] ?? {};
    const weights = new Float64Array(targetCount(source, index));
    weights.set((node.weights ?? document.meshes?.[node.mesh ?? -1]?.weights ?? []).slice(0, weights.length));
    return {
      parent: parents.get(index) ?? -1,
      matrix: node.matrix === undefined ? null : Float64Array.from(node.matrix),
      rest: Float64Array.of(...triple(node.translation, 0), ...quadruple(node.rotation), ...triple(node.scale, 1)),
      weights,
    };
  });
}

function triple(values: readonly number[] | undefined, rest: number): readonly number[] {
  return [0, 1, 2].map((k) => values?.[k] ?? rest);
}

function quadruple(values: readonly number[] | undefined): readonly number[] {
  return [0, 1, 2, 3].map((k) => values?.[k] ?? (k === 3 ? 1 : 0));
}
