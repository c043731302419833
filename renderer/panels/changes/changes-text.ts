import type { FindingChange, GeometryDiff, PartChange } from '#core/diff';
import { distanceText } from '#core/health';
import { partLabel } from '#core/mesh';
import type { MeshChanges } from '../../state/changes/mesh-changes.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';

/** `12 triangles only in A, 40 only in B, 5 in both`. */
export function comparedText({ triangles }: GeometryDiff): string {
  const { same, removed, added, changedBefore, changedAfter } = triangles;
  const [onlyA, onlyB] = [removed + changedBefore, added + changedAfter];
  return `${formatMany(onlyA, 'triangle')} only in A, ${formatCount(onlyB)} only in B, ${formatCount(same)} in both`;
}

/** What the two versions are called. */
export function versionNames({ cause }: Pick<MeshChanges, 'cause'>): readonly [before: string, after: string] {
  return cause === 'compare' ? ['A', 'B'] : ['Before', 'After'];
}

/** What the farthest points inside the other mesh mean, and what to do where a mesh is open; `null` if both are outside closed meshes. */
export function insideNote({ farthest }: Pick<MeshChanges, 'farthest'>): string | null {
  const sides = [farthest?.before?.isInside, farthest?.after?.isInside];
  const isOpen = sides.includes(null) ? ' An open mesh has no inside: fill its holes, then compare again.' : '';
  if (sides[0] === true && sides[1] === true) return 'Both farthest points lie inside the other mesh: surfaces inside it count too.';
  if (sides[0] === true) return `The farthest point of A lies inside B: surfaces inside it count too.${isOpen}`;
  if (sides[1] === true) return `The farthest point of B lies inside A: surfaces inside it count too.${isOpen}`;
  return isOpen === '' ? null : isOpen.trim();
}

/** The largest distance of one mesh without what lies inside the other one. */
export function outsideText(
  { farthest, surface }: Pick<MeshChanges, 'farthest' | 'surface'>,
  side: 'before' | 'after',
  text: (length: number) => string,
): string {
  const point = farthest?.[side] ?? null;
  const whole = side === 'before' ? surface?.removed : surface?.added;
  if (point === null) return whole?.found === 0 ? 'none' : 'unknown';
  if (point.isInside === null) return 'unknown: the other is open';
  if (!point.isInside) return distanceText(whole ?? null, text);
  return point.outside?.found === 0 ? 'none' : distanceText(point.outside, text);
}

/** `2 triangles added, 1 removed, 4 changed`; `no triangle changed`. */
export function changesText({ triangles: { added, removed, changedAfter, changedBefore }, parts }: GeometryDiff): string {
  const counts = [
    [added, 'added'],
    [removed, 'removed'],
    [Math.max(changedAfter, changedBefore), 'changed'],
  ] as const;
  const [first, ...others] = counts.filter(([count]) => count > 0);
  if (first !== undefined)
    return [`${formatMany(first[0], 'triangle')} ${first[1]}`, ...others.map(([count, what]) => `${formatCount(count)} ${what}`)].join(
      ', ',
    );
  const renamed = parts.filter(({ state }) => state !== 'same').length;
  return renamed === 0 ? 'no triangle changed' : `${formatMany(renamed, 'part')} changed, no triangle`;
}

/** `new`, `gone`, `more`, `fewer`, `same`: what became of a finding. */
export function findingState({ before, after }: FindingChange): 'new' | 'gone' | 'more' | 'fewer' | 'same' {
  if (before === after) return 'same';
  if (before === 0) return 'new';
  if (after === 0) return 'gone';
  return after > before ? 'more' : 'fewer';
}

/** `lid`; for a renamed part `lid (before: cover)`. */
export function partText({ name, formerName, before, after }: PartChange): string {
  const label = partLabel(name, after ?? before ?? 0);
  return formerName === null ? label : `${label} (before: ${partLabel(formerName, before ?? 0)})`;
}
