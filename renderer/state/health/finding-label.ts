import { findingNamed, noFindings } from './health-query.ts';
import type { Selection } from '../store/records.ts';
import { formatCount } from '../../text/format-number.ts';
import type { Store } from '../store/store.ts';

/** Returns the label of a finding or of one of its items: `Self-intersections 1,204`. */
export function findingLabel(store: Store, { document, name, item }: Extract<Selection, { kind: 'finding' }>): string {
  const finding = findingNamed(store.findings.value.get(document) ?? noFindings, name);
  return `${finding?.title ?? 'finding'}${item === null ? '' : ` ${formatCount(item + 1)}`}`;
}
