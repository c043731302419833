import type { Channel, Clip } from '../../../mesh/animation/scene-animation.ts';
import { shiftedCurve } from '../../../mesh/animation/curve.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import type { Room } from '../../scene/room.ts';
import { parseNumberText } from '../../text/parse-number.ts';
import { attributeOf, xmlChildrenOf, elementsOf, type XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation } from '../library.ts';
import { nameOf } from '../place-scene.ts';
import { requireElement, type Lookup } from './read-source.ts';
import { readSampler, type SampledKeys } from './read-sampler.ts';

/** What a channel moves: numbers of the transform steps of a node, or of its weights. */
export interface MovedNumbers {
  readonly node: number;
  readonly path: 'steps' | 'weights';
  readonly at: number;
  /** Count of consecutive numbers. */
  readonly length: number;
}

/** Returns everything that a target names, without the member after it. */
export type TargetOf = (words: string) => readonly MovedNumbers[];

const otherMember: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Channels drive properties that their target does not have; they are left out',
  fix: 'Export the file again',
};

/**
 * Returns the clips of a document. Without clips, all animations form one. Channels that move no vertex are left out.
 * @throws InspectorError as `readSampler`, `too-large`.
 */
export function readColladaClips(lookup: Lookup, root: XmlElement, targetOf: TargetOf, room: Room, findings: FindingList): readonly Clip[] {
  const known = new Map<XmlElement, SampledKeys>();
  const animations = xmlChildrenOf(root, 'library_animations').flatMap((library) => xmlChildrenOf(library, 'animation'));
  const channelsOf = (roots: readonly XmlElement[]): readonly Channel[] =>
    roots.flatMap((each) => [...elementsOf(each)].filter(({ tag }) => tag.name === 'channel').flatMap(read));
  const clips = xmlChildrenOf(root, 'library_animation_clips').flatMap((library) => xmlChildrenOf(library, 'animation_clip'));
  const named = clips.flatMap((clip) => {
    const instances = xmlChildrenOf(clip, 'instance_animation').map((instance) => requireElement(lookup, instance, 'url', 'animation'));
    const [start, end] = ['start', 'end'].map((name) => parseNumberText(attributeOf(clip, name) ?? (name === 'start' ? '0' : 'none')));
    return clipOf(nameOf(clip), channelsOf(instances), start >= 0 ? start : 0, end);
  });
  if (named.length > 0) return named;
  const name = animations.length === 1 ? nameOf(animations[0]) : '';
  return clipOf(name === '' ? 'Animation' : name, channelsOf(animations), null, Number.NaN);

  function read(element: XmlElement): readonly Channel[] {
    const target = attributeOf(element, 'target') ?? '';
    const [, words = '', member = ''] = /^(.*?)((?:\.[^./]*|(?:\(\d+\))+)?)$/.exec(target) ?? [];
    const moved = targetOf(words);
    if (moved.length === 0) return [];
    const sampler = requireElement(lookup, element, 'source', 'sampler');
    const keys = known.get(sampler) ?? readSampler(lookup, sampler, findings);
    known.set(sampler, keys);
    return moved.flatMap((numbers): readonly Channel[] => {
      const first = memberAt(member, numbers);
      if (first === null || first + keys.components > numbers.length) {
        addFinding(findings, otherMember, elementLocation(element));
        return [];
      }
      return keys.channels.map(({ at, ...channel }) => {
        room(channel.times.length + channel.values.length, elementLocation(element));
        return { node: numbers.node, path: numbers.path, at: numbers.at + first + at, ...channel };
      });
    });
  }
}

const letters: Readonly<Record<string, number>> = { '': 0, X: 0, Y: 1, Z: 2, W: 3, ANGLE: 3 };

/** Returns the index of the number that a member names: `.X`, `.ANGLE`, or `(2)`; of a matrix by column and row. */
function memberAt(member: string, { path, length }: MovedNumbers): number | null {
  if (member.startsWith('(')) {
    const [first = 0, second] = member.slice(1, -1).split(')(').map(Number);
    const at = second === undefined ? first : first + 4 * second;
    return at < length ? at : null;
  }
  const at = letters[member.slice(1)];
  return at === undefined || at >= length || (path === 'weights' && member !== '') ? null : at;
}

function clipOf(name: string, channels: readonly Channel[], start: number | null, end: number): readonly Clip[] {
  if (channels.length === 0) return [];
  let first = Infinity;
  let last = -Infinity;
  for (const { times } of channels) {
    first = Math.min(first, times[0]);
    last = Math.max(last, times[times.length - 1]);
  }
  const from = start ?? Math.min(0, first);
  const stop = end > from && end < Infinity ? end : Math.max(last, from);
  return [{ name, seconds: stop - from, channels: from === 0 ? channels : channels.map((channel) => shifted(channel, from)) }];
}

function shifted(channel: Channel, by: number): Channel {
  const times = channel.times.map((time) => time - by);
  return { ...channel, times, values: channel.interpolation === 'CURVE' ? shiftedCurve(channel.values, by) : channel.values };
}
