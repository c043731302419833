import type { PackedScene } from '#core/scene';
import { bitsText } from '../../text/bits-text.ts';
import { instanceStages } from './frame-facts.ts';
import type { SceneFrame } from './scene-messages.ts';
import type { SceneColouring } from './scene-run-state.ts';

/** What the instances of one colour have in common. */
export interface InstanceGroup {
  readonly title: string;
  readonly paint:
    | { readonly kind: 'stage'; readonly stage: 'none' | 'box' | 'sphere' | 'surface' }
    | { readonly kind: 'set'; readonly set: 'static' | 'moving' }
    | { readonly kind: 'category'; readonly index: number };
  /** Instances. */
  readonly count: number;
}

/** The instances by colour. */
export interface InstanceGroups {
  /** Those with instances, in order. */
  readonly groups: readonly InstanceGroup[];
  /** (n) the group of each instance. */
  readonly groupOf: Uint16Array;
}

const stages = [
  { title: 'No pair', stage: 'none' },
  { title: 'Boxes', stage: 'box' },
  { title: 'Spheres', stage: 'sphere' },
  { title: 'Surfaces', stage: 'surface' },
] as const;

/** More meshes or layers than this share the last colour. */
const maxGroups = 1000;

/** Returns the instances by the property that their colour shows. @param frame for `pairs`; `null` before the first step */
export function instanceGroups(
  packed: PackedScene,
  colourBy: SceneColouring,
  frame: SceneFrame | null,
  names: readonly string[],
): InstanceGroups {
  switch (colourBy) {
    case 'pairs': {
      const farthest = frame === null ? new Uint8Array(packed.meshOf.length) : instanceStages(frame);
      return grouped(farthest, (stage) => ({ title: stages[stage]!.title, paint: { kind: 'stage', stage: stages[stage]!.stage } }));
    }
    case 'set':
      return grouped(packed.moving, (moving) => {
        const set = moving === 1 ? 'moving' : 'static';
        return { title: moving === 1 ? 'Moving' : 'Static', paint: { kind: 'set', set } };
      });
    case 'layer':
      return grouped(packed.layers, (layer, index) => ({ title: `Layer ${bitsText(layer)}`, paint: { kind: 'category', index } }));
    case 'mesh':
      return grouped(packed.meshOf, (mesh, index) => ({ title: names[mesh] ?? `Mesh ${mesh}`, paint: { kind: 'category', index } }));
  }
}

type Described = Omit<InstanceGroup, 'count'>;

/** Groups by value, ascending. It runs at each step. */
function grouped(values: Uint8Array | Uint32Array, describe: (value: number, index: number) => Described): InstanceGroups {
  // In the order of their first instances at first.
  const found = new Map<number, number>();
  const counts: number[] = [];
  const firstGroupOf = new Uint32Array(values.length);
  let last = -1;
  let group = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value !== last) {
      group = found.get(value) ?? found.size;
      if (group === found.size) {
        found.set(value, group);
        counts.push(0);
      }
      last = value;
    }
    counts[group]!++;
    firstGroupOf[i] = group;
  }
  const known = [...found].sort(([a], [b]) => a - b);
  const groups = known.slice(0, maxGroups).map(([value, first], index) => ({ ...describe(value, index), count: counts[first]! }));
  const placeOf = new Uint16Array(found.size);
  known.forEach(([, first], index) => (placeOf[first] = Math.min(index, maxGroups - 1)));
  return { groups, groupOf: Uint16Array.from(firstGroupOf, (one) => placeOf[one]!) };
}
