import { formatError } from '#core/error';
import type { Contacts } from '#core/pair/contact/contacts';
import type { ContactCurves } from '#core/pair/contact/contact-curves';
import { contactKinds, type ContactKind } from '#core/shape/triangle-triangle-contact';
import { maxContacts, type PairOutcome, type PairStatus } from '../../state/pair/pair-query.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';

/** What is said in place of a list. */
export interface Words {
  readonly text: string;
  /** Whether something went wrong. */
  readonly isProblem: boolean;
}

/** Why there is nothing to list of where the two meshes meet, `outcome` being what is shown of it; `null` when there is. */
export function whyNoContacts(status: PairStatus, outcome: PairOutcome | null): Words | null {
  switch (status.kind) {
    case 'none':
      return plain(
        'No moving mesh. Take the moving mesh tool (G) and choose the mesh that is moved against the other, or open one: File > Open as moving mesh.',
      );
    case 'waiting':
      return plain(status.text);
    case 'too-many':
    case 'failed':
      return { text: formatError(status.problem), isProblem: true };
    case 'running':
      if (outcome === null) return plain('Finding where the meshes meet …');
      break;
    case 'done':
      break;
  }
  if (outcome === null) return null;
  if (!outcome.overlap) return plain('The surfaces are apart: no two triangles have a point in common.');
  if (outcome.meeting !== null) return null;
  const count = outcome.found?.pairCount ?? null;
  if (count === null) return plain('The surfaces meet. Counting the pairs of triangles …');
  if (count <= maxContacts) return plain(`${formatMany(count, 'pair')} of triangles meet. Finding where …`);
  return plain(
    `${formatCount(count)} pairs of triangles meet. More than ${formatCount(maxContacts)} are counted and lit, not listed: move the meshes apart.`,
  );
}

/** Why contacts make no loop; `null` when they do. */
export function whyNoLoops({ closed, coplanar, points }: ContactCurves): Words | null {
  if (closed.length > 0) return null;
  return plain(
    `No line: the meshes meet in ${listed([
      [coplanar.length, 'polygon'],
      [points.length, 'single point'],
    ])}.`,
  );
}

/** `12 crossing, 3 coplanar`: how many of each kind there are. */
export function kindsText({ kinds }: Contacts): string {
  const counts = new Uint32Array(contactKinds.length);
  for (const kind of kinds) counts[kind]!++;
  return contactKinds.flatMap((kind, i) => (counts[i] === 0 ? [] : [`${formatCount(counts[i]!)} ${kindLabel(kind)}`])).join(', ');
}

/** What of the contacts no line shows: `1 single point on no line`; empty for none. Polygons are within their outlines. */
export function offLoopsText({ points }: ContactCurves): string {
  return points.length === 0 ? '' : `${formatMany(points.length, 'single point')} on no line`;
}

export function kindLabel(kind: ContactKind): string {
  switch (kind) {
    case 'crossing':
      return 'crossing';
    case 'touch-segment':
      return 'touch in a segment';
    case 'touch-point':
      return 'touch in a point';
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
