import { motionAt, motionCount, packMotions, type PackedScene, type SceneMotion } from '#core/scene';

/** What is changed of some instances. */
export interface InstanceChange {
  readonly set?: 'static' | 'moving';
  /** Bits, u32. */
  readonly layer?: number;
  /** Bits, u32. */
  readonly mask?: number;
  /** `null` for none. A random walk gets another seed for each instance. */
  readonly motion?: SceneMotion | null;
}

/** Returns the scene with some instances changed. Static instances have no motion: a motion makes them moving, `static` removes it. */
export function withInstancesChanged(packed: PackedScene, instances: Iterable<number>, change: InstanceChange): PackedScene {
  const { set, layer, mask, motion } = change;
  const moving = packed.moving.slice();
  const layers = packed.layers.slice();
  const masks = packed.masks.slice();
  const motionOf = packed.motionOf.slice();
  const motions = Array.from({ length: motionCount(packed.motions) }, (_, i) => motionAt(packed.motions, i));
  let shared: number | null = null;
  for (const i of instances) {
    if (set !== undefined) moving[i] = set === 'moving' ? 1 : 0;
    if (set === 'static') motionOf[i] = 0;
    if (layer !== undefined) layers[i] = layer;
    if (mask !== undefined) masks[i] = mask;
    if (motion === undefined) continue;
    if (motion === null) motionOf[i] = 0;
    else {
      moving[i] = 1;
      if (motion.kind === 'walk') motionOf[i] = motions.push({ ...motion, seed: (motion.seed + Math.imul(i + 1, 0x9e3779b1)) >>> 0 });
      else motionOf[i] = shared ??= motions.push(motion);
    }
  }
  return { ...packed, moving, layers, masks, motionOf, ...withoutUnused(motionOf, motions) };
}

/** Drops motions of no instance, so that many edits do not pile up. Writes the new numbers. */
function withoutUnused(motionOf: Uint32Array, motions: readonly SceneMotion[]): Pick<PackedScene, 'motions'> {
  const numbers = new Map<number, number>();
  const kept: SceneMotion[] = [];
  for (let i = 0; i < motionOf.length; i++) {
    const before = motionOf[i]!;
    if (before === 0) continue;
    let number = numbers.get(before);
    if (number === undefined) {
      number = kept.push(motions[before - 1]!);
      numbers.set(before, number);
    }
    motionOf[i] = number;
  }
  return { motions: packMotions(kept) };
}

/**
 * Returns the numbers that a text names: `0-9, 12, 40-` or `all`. Numbers from `count` on are left out.
 * @returns `null` for text that is no such list
 */
export function parseInstances(text: string, count: number): ReadonlySet<number> | null {
  const found = new Set<number>();
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return found;
  for (const part of trimmed.split(',').map((piece) => piece.trim())) {
    const range = part === 'all' ? ['', '0', ''] : /^(\d+)(?:\s*[-–]\s*(\d*))?$/.exec(part);
    if (range === null) return null;
    const first = Number(range[1]);
    const isOpen = part === 'all' || /[-–]$/.test(part);
    const last = isOpen ? count - 1 : range[2] === undefined ? first : Number(range[2]);
    for (let i = first; i <= Math.min(last, count - 1); i++) found.add(i);
  }
  return found;
}

/** Returns the text of some numbers, which `parseInstances` reads. Long lists are cut. */
export function instancesText(instances: ReadonlySet<number>, maxRuns = 12): string {
  const sorted = [...instances].sort((a, b) => a - b);
  const runs: string[] = [];
  for (let at = 0; at < sorted.length; ) {
    let to = at;
    while (to + 1 < sorted.length && sorted[to + 1] === sorted[to]! + 1) to++;
    runs.push(to === at ? `${sorted[at]}` : `${sorted[at]}-${sorted[to]}`);
    at = to + 1;
  }
  return runs.length > maxRuns ? `${runs.slice(0, maxRuns).join(', ')}, …` : runs.join(', ');
}
