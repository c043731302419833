import { findingNamed, noFindings } from './health-query.ts';
import type { Selection } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** A finding, or one of its items, in two or three words: `Holes 2`. */
export function findingLabel(store: Store, { document, name, item }: Extract<Selection, { kind: 'finding' }>): string {
  const finding = findingNamed(store.findings.value.get(document) ?? noFindings, name);
  return `${finding?.title ?? 'finding'}${item === null ? '' : ` ${item + 1}`}`;
}
