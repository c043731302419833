import type { Channel, ChannelPath, Clip } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { cleanName } from '../../text/clean-name.ts';
import { requireAccessor, type GltfSource } from '../accessor-layout.ts';
import { isObject } from '../document.ts';
import { readNumbers } from '../read-accessor.ts';
import { listOf, numberIn } from './json-fields.ts';
import type { Room } from '../../scene/room.ts';

/** What a glTF channel can move. */
type GltfPath = Exclude<ChannelPath, 'steps'>;

const componentsOfPath: Readonly<Record<Exclude<GltfPath, 'weights'>, number>> = { translation: 3, rotation: 4, scale: 3 };
const interpolations = ['LINEAR', 'STEP', 'CUBICSPLINE'] as const;

/**
 * Returns the clips of a document that move a node of the scene, with their channels. `locations` maps nodes of the
 * document to their index in the list of nodes. Channels of other nodes, and of properties that move no vertex, are
 * left out.
 * @throws InspectorError `malformed`, `index-out-of-range` and as `readNumbers`, with the pointer.
 */
export function readGltfClips(source: GltfSource, locations: ReadonlyMap<number, number>, room: Room): readonly Clip[] {
  return listOf(source.document.animations, '/animations').flatMap((animation, i) => {
    const pointer = `/animations/${i}`;
    if (!isObject(animation)) throw refuse('malformed', 'an animation is not an object', exportAgain, { pointer });
    const samplers = listOf(animation['samplers'], `${pointer}/samplers`);
    const channels = listOf(animation['channels'], `${pointer}/channels`).flatMap((channel, c) => {
      const read = readChannel(source, channel, samplers, locations, `${pointer}/channels/${c}`, pointer, room);
      return read === null ? [] : [read];
    });
    const seconds = channels.reduce((max, { times }) => Math.max(max, times[times.length - 1]), 0);
    const name = animation['name'];
    return channels.length === 0
      ? []
      : [{ name: cleanName(typeof name === 'string' && name !== '' ? name : `animation ${i}`), seconds, channels }];
  });
}

function readChannel(
  source: GltfSource,
  channel: unknown,
  samplers: readonly unknown[],
  locations: ReadonlyMap<number, number>,
  pointer: string,
  animation: string,
  room: Room,
): Channel | null {
  const target = isObject(channel) ? channel['target'] : undefined;
  if (!isObject(channel) || !isObject(target)) throw refuse('malformed', 'a channel has no target', exportAgain, { pointer });
  const path = target['path'];
  if (target['node'] === undefined || !isPath(path)) return null;
  const nodes = source.document.nodes ?? [];
  const index = numberIn(target['node'], nodes.length, `${pointer}/target/node`);
  const node = locations.get(index);
  if (node === undefined) return null;
  if (path !== 'weights' && nodes[index].matrix !== undefined)
    throw refuse('malformed', 'a node with a matrix is animated', exportAgain, { pointer: `${pointer}/target/node` });
  const components = path === 'weights' ? targetCount(source, index) : componentsOfPath[path];
  if (components === 0) return null;
  const which = numberIn(channel['sampler'], samplers.length, `${pointer}/sampler`);
  return { node, path, components, ...readSampler(source, samplers[which], components, `${animation}/samplers/${which}`, room) };
}

function readSampler(
  source: GltfSource,
  sampler: unknown,
  components: number,
  pointer: string,
  room: Room,
): Pick<Channel, 'interpolation' | 'times' | 'values'> {
  const accessors = source.document.accessors ?? [];
  if (!isObject(sampler)) throw refuse('malformed', 'a sampler is not an object', exportAgain, { pointer });
  const interpolation = interpolations.find((name) => name === (sampler['interpolation'] ?? 'LINEAR'));
  if (interpolation === undefined)
    throw refuse('malformed', 'an interpolation is unknown', exportAgain, { pointer: `${pointer}/interpolation` });
  const input = numberIn(sampler['input'], accessors.length, `${pointer}/input`);
  const output = numberIn(sampler['output'], accessors.length, `${pointer}/output`);
  for (const index of [input, output]) room(4 * requireAccessor(source, index).count, `/accessors/${index}`);
  const times = readNumbers(source, input);
  const values = readNumbers(source, output);
  for (let i = 0; i < times.length; i++) {
    if (!(times[i] >= 0 && times[i] < Infinity) || (i > 0 && !(times[i] > times[i - 1])))
      throw refuse('malformed', 'the times of a sampler do not ascend', exportAgain, { pointer: `/accessors/${input}` });
  }
  if (times.length === 0 || values.length !== times.length * components * (interpolation === 'CUBICSPLINE' ? 3 : 1)) {
    throw refuse('malformed', `${values.length} values at ${times.length} times for ${components} components`, exportAgain, {
      pointer: `/accessors/${output}`,
    });
  }
  if (!values.every(Number.isFinite))
    throw refuse('malformed', 'a key has a number that is not finite', exportAgain, { pointer: `/accessors/${output}` });
  return { interpolation, times, values };
}

/** Returns the number of morph targets of the mesh at a node. */
export function targetCount({ document }: GltfSource, node: number): number {
  const [primitive] = document.meshes?.[document.nodes?.[node]?.mesh ?? -1]?.primitives ?? [];
  return primitive?.targets?.length ?? 0;
}

function isPath(path: unknown): path is GltfPath {
  return path === 'translation' || path === 'rotation' || path === 'scale' || path === 'weights';
}
