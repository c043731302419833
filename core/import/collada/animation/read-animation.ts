import { identityTransform } from '../../../math/transform.ts';
import type { AnimatedNode, SceneAnimation, VertexRun } from '../../../mesh/animation/scene-animation.ts';
import { stepNumbers } from '../../../mesh/animation/transform-step.ts';
import { refuse } from '../../refuse.ts';
import { animationOrRest } from '../../scene/animation-or-rest.ts';
import { movedNodes } from '../../scene/moved-nodes.ts';
import { vertexStarts, type PlacedMesh } from '../../scene/place-meshes.ts';
import { recordedNodes, type Room } from '../../scene/room.ts';
import { attributeOf, childOf, xmlChildrenOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { idsOf, isAnimation, elementLocation, type Library } from '../library.ts';
import type { PlacedColladaNode, PlacedColladaScene, ShownSet } from '../place-scene.ts';
import { readColladaClips, type MovedNumbers } from './read-clips.ts';
import { readMorph, readColladaSkin, type Morph } from './read-controller.ts';
import type { Lookup } from './read-source.ts';
import { splitMatrices } from './whole-matrices.ts';

/**
 * Returns the animations of a COLLADA document with the nodes, skins and morphs that they move; `null` if nothing
 * moves. If they are damaged, the mesh stays at rest and a finding is added.
 */
export function readColladaAnimation(
  library: Library,
  scene: PlacedColladaScene,
  placed: readonly PlacedMesh[],
  room: Room,
): SceneAnimation | null {
  const hasAnimations = library.root.children.some((child) => isAnimation(child) && child.children.length > 0);
  return hasAnimations ? animationOrRest(() => read(library, scene, placed, room), library.findings, elementLocation(library.root)) : null;
}

function read(library: Library, { record, shown }: PlacedColladaScene, placed: readonly PlacedMesh[], room: Room): SceneAnimation | null {
  const nodes = recordedNodes(record);
  const animationIds = idsOf(library.root.children.filter(isAnimation));
  const lookup: Lookup = (id) => library.byId.get(id) ?? animationIds.get(id);
  const starts = vertexStarts(placed);
  const targets = new Map<string, MovedNumbers[]>();
  nodes.forEach((node, at) => addNode(targets, node, at));
  const morphOfNode = new Map<number, Morph>();
  const morphs = shown.map(({ node, controlled }, part): Morph | null => {
    const morph = controlled === null || starts[part].isShared ? undefined : morphIn(controlled);
    if (morph === undefined) return null;
    const read = readMorph(lookup, morph, placed[part].positions, room);
    if (morphOfNode.has(node))
      throw refuse('unsupported-feature', 'a node shows two morphs', 'Give each morph a node of its own', elementLocation(morph));
    morphOfNode.set(node, read);
    const names = [attributeOf(read.source, 'id'), attributeOf(childOf(read.source, 'float_array') ?? read.source, 'id')];
    for (const name of new Set(names))
      if (name !== undefined) push(targets, name, { node, path: 'weights', at: 0, length: read.targets.length });
    return read;
  });
  const clips = readColladaClips(lookup, library.root, (words) => targets.get(words) ?? [], room, library.findings);
  if (clips.length === 0) return null;
  const animated = nodes.map(
    ({ parent, steps, rest }, i): AnimatedNode => ({
      parent,
      matrix: null,
      rest,
      steps,
      weights: Float64Array.from(morphOfNode.get(i)?.weights ?? []),
    }),
  );
  const moved = movedNodes(animated, clips);
  const byName = namedNodes(nodes);
  const runs = shown.flatMap((set, part): readonly VertexRun[] => {
    const { firstVertex, isShared } = starts[part];
    if (isShared) return [];
    const { positions } = placed[part];
    const { node, controlled } = set;
    const skinElement = controlled?.chain.find(({ tag }) => tag.name === 'skin');
    const shapeFromGeometry = controlled?.shapeFromGeometry ?? set.nodeFromShape ?? identityTransform;
    const jointNode = (name: string, isId: boolean): number | undefined => jointIn(byName, rootsOf(set, byName), nodes, name, isId);
    const skin =
      skinElement === undefined
        ? null
        : readColladaSkin(lookup, { skin: skinElement, vertices: positions.length / 3, node, shapeFromGeometry, jointNode }, room);
    const morph = morphs[part];
    if (!moved[node] && morph === null && skin === null) return [];
    room(positions.length, elementLocation(set.geometry));
    return [{ firstVertex, node, nodeFromRun: Float64Array.from(shapeFromGeometry), positions, targets: morph?.targets ?? [], skin }];
  });
  return runs.length === 0 ? null : { ...splitMatrices(animated, clips), runs };
}

/**
 * Returns the morph of a shown geometry; `undefined` without one.
 * @throws InspectorError `unsupported-feature` for any chain of controllers other than a skin over a morph.
 */
function morphIn({ chain }: { readonly chain: readonly XmlElement[] }): XmlElement | undefined {
  const at = chain.findIndex(({ tag }) => tag.name === 'morph');
  if (chain.length > 2 || (at === 0 && chain.length === 2))
    throw refuse(
      'unsupported-feature',
      'a chain of controllers is not a skin over a morph',
      'Export the mesh with a skin over a morph',
      elementLocation(chain[0]),
    );
  return chain[at];
}

/** Adds a target `id/sid` for each transform of a node with an id. */
function addNode(targets: Map<string, MovedNumbers[]>, { element, bySid }: PlacedColladaNode, node: number): void {
  const id = attributeOf(element, 'id');
  if (id === undefined) return;
  for (const [sid, { kind, at }] of bySid)
    if (kind !== 'fixed') push(targets, `${id}/${sid}`, { node, path: 'steps', at, length: stepNumbers[kind] });
}

interface NamedNodes {
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly sids: ReadonlyMap<string, readonly number[]>;
}

function namedNodes(nodes: readonly PlacedColladaNode[]): NamedNodes {
  const ids = new Map<string, number[]>();
  const sids = new Map<string, number[]>();
  nodes.forEach(({ element }, node) => {
    const [id, sid] = [attributeOf(element, 'id'), attributeOf(element, 'sid')];
    if (id !== undefined) push(ids, id, node);
    if (sid !== undefined) push(sids, sid, node);
  });
  return { ids, sids };
}

/** Returns the nodes below which the joints of a skin are searched. */
function rootsOf({ controlled }: ShownSet, { ids }: NamedNodes): ReadonlySet<number> {
  const named =
    controlled === null
      ? []
      : xmlChildrenOf(controlled.instance, 'skeleton').flatMap(({ text }) => ids.get(text.trim().replace(/^#/, ''))?.slice(0, 1) ?? []);
  return new Set(named);
}

/**
 * Returns the node of a joint: by id, or by `sid` below the skeleton. Some exporters use ids even where sids are
 * required.
 */
function jointIn(
  { ids, sids }: NamedNodes,
  roots: ReadonlySet<number>,
  nodes: readonly PlacedColladaNode[],
  name: string,
  isId: boolean,
): number | undefined {
  const below = (node: number): boolean => {
    for (let at = node; at >= 0; at = nodes[at].parent) if (roots.has(at)) return true;
    return false;
  };
  const candidates = isId ? (ids.get(name) ?? []) : (sids.get(name) ?? ids.get(name) ?? []);
  return candidates.find(below) ?? candidates[0];
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
