import { formatError } from '#core/error';
import type { ContactCurves, Contacts } from '#core/pair';
import { type ContactKind, contactKinds } from '#core/shape';
import { maxContacts, type PairOutcome, type PairStatus } from '../../state/pair/pair-query.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';

/** A message shown in place of a list. */
export interface Words {
  readonly text: string;
  /** Whether it reports a problem. */
  readonly isProblem: boolean;
}

/** Returns why there are no contacts to list, where `outcome` is what is shown of them; `null` when there are some. */
export function whyNoContacts(status: PairStatus, outcome: PairOutcome | null): Words | null {
  switch (status.kind) {
    case 'none':
      return plain('No moving mesh. Choose the moving mesh tool (G), then pick a mesh, or use File > Open as moving mesh.');
    case 'waiting':
      return plain(status.text);
    case 'too-many':
    case 'failed':
      return { text: formatError(status.problem), isProblem: true };
    case 'running':
      if (outcome === null) return plain('Finding contacts…');
      break;
    case 'done':
      break;
  }
  if (outcome === null) return null;
  if (!outcome.overlap) return plain('No contacts: the surfaces are apart.');
  if (outcome.pairContacts !== null) return null;
  const count = outcome.found?.pairCount ?? null;
  if (count === null) return plain('The surfaces intersect. Counting triangle pairs…');
  if (count <= maxContacts) return plain(`${formatMany(count, 'triangle pair')} intersect. Finding contacts…`);
  return plain(
    `${formatCount(count)} triangle pairs intersect. More than ${formatCount(maxContacts)} are highlighted but not listed. Move the meshes apart to list them.`,
  );
}

/** Returns why contacts form no curve; `null` when they do. */
export function whyNoLoops({ closed, coplanar, points }: ContactCurves): Words | null {
  if (closed.length > 0) return null;
  return plain(
    `No contact curve: the meshes touch in ${listed([
      [coplanar.length, 'polygon'],
      [points.length, 'single point'],
    ])}.`,
  );
}

/** Returns the number of contacts of each kind: `12 crossing, 3 coplanar`. */
export function kindsText({ kinds }: Contacts): string {
  const counts = new Uint32Array(contactKinds.length);
  for (const kind of kinds) counts[kind]!++;
  return contactKinds.flatMap((kind, i) => (counts[i] === 0 ? [] : [`${formatCount(counts[i]!)} ${kindLabel(kind)}`])).join(', ');
}

/** Returns the contacts that lie on no curve: `1 single point on no curve`; empty for none. Polygons lie within their outlines. */
export function offLoopsText({ points }: ContactCurves): string {
  return points.length === 0 ? '' : `${formatMany(points.length, 'single point')} on no curve`;
}

export function kindLabel(kind: ContactKind): string {
  switch (kind) {
    case 'crossing':
      return 'crossing';
    case 'touch-segment':
      return 'segment touch';
    case 'touch-point':
      return 'point touch';
    case 'coplanar':
      return 'coplanar';
  }
}

function listed(counts: readonly (readonly [count: number, noun: string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => formatMany(count, noun))
    .join(' and ');
}

function plain(text: string): Words {
  return { text, isProblem: false };
}
