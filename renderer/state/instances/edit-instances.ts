import { joinMotions, motionCount, packMotions, type PackedScene, type SceneMotion, selectMotions } from '#core/scene';

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

/**
 * Returns the scene with some instances changed. Static instances have no motion: a motion makes them moving, `static` removes it. What does
 * not change is shared with the scene before.
 */
export function withInstancesChanged(packed: PackedScene, instances: Iterable<number>, change: InstanceChange): PackedScene {
  const { set, layer, mask, motion } = change;
  const chosen = Uint32Array.from(instances);
  const moving = motion == null ? set : 'moving';
  return {
    ...packed,
    ...(moving !== undefined && { moving: filledAt(packed.moving, chosen, moving === 'moving' ? 1 : 0) }),
    ...(layer !== undefined && { layers: filledAt(packed.layers, chosen, layer) }),
    ...(mask !== undefined && { masks: filledAt(packed.masks, chosen, mask) }),
    ...withMotion(packed, chosen, set === 'static' && motion == null ? null : motion),
  };
}

function filledAt<Column extends Uint8Array | Uint32Array>(column: Column, indices: Uint32Array, value: number): Column {
  const changed = column.slice() as Column;
  for (const index of indices) changed[index] = value;
  return changed;
}

/** Returns the columns of motions with another motion of some instances. Motions of no instance are dropped, so that edits do not pile up. */
function withMotion(
  { motionOf: before, motions }: PackedScene,
  instances: Uint32Array,
  motion: SceneMotion | null | undefined,
): Partial<Pick<PackedScene, 'motionOf' | 'motions'>> {
  if (motion === undefined) return {};
  const motionOf = before.slice();
  const added: SceneMotion[] = [];
  const count = motionCount(motions);
  if (motion !== null && motion.kind !== 'walk') added.push(motion);
  for (const i of instances) {
    if (motion?.kind === 'walk') added.push({ ...motion, seed: (motion.seed + Math.imul(i + 1, 0x9e3779b1)) >>> 0 });
    motionOf[i] = motion === null ? 0 : count + added.length;
  }
  const all = added.length === 0 ? motions : joinMotions(motions, packMotions(added));
  const used = new Uint32Array(motionCount(all));
  const kept: number[] = [];
  for (let i = 0; i < motionOf.length; i++) {
    const number = motionOf[i]!;
    if (number === 0) continue;
    if (used[number - 1] === 0) used[number - 1] = kept.push(number - 1);
    motionOf[i] = used[number - 1]!;
  }
  return { motionOf, motions: selectMotions(all, Uint32Array.from(kept)) };
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
