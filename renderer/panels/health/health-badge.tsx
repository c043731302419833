import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { noFindings, unchecked } from '../../state/health/health-query.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatPercent } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { badgeCounts } from './badge-counts.ts';
import { checksThatRan } from './checks-left-out.tsx';

/** In a document's row: the number of types of its worst findings, or a check mark when it was checked and has none. */
export function HealthBadge({ store, document }: { store: Store; document: DocumentId }): JSX.Element | null {
  const { status, outcome } = store.health.value.get(document) ?? unchecked;
  const { open } = store.findings.value.get(document) ?? noFindings;
  if (status.kind === 'running')
    return (
      <span class="health-badge" data-testid="health-badge">
        {formatPercent(status.fraction)} %
      </span>
    );
  const counts = badgeCounts(open);
  if (counts === null) {
    if (outcome === null) return null;
    const title = `${checksThatRan(outcome.options)} ran: no errors, no warnings`;
    return (
      <span class="health-badge good-text" role="img" aria-label={title} title={title} data-testid="health-badge">
        <Icon name="idle" small />
      </span>
    );
  }
  const { worst, count, text } = counts;
  return (
    <span class={`health-badge severity ${worst}`} role="img" aria-label={text} title={text} data-testid="health-badge">
      <Icon name={worst} small />
      {formatCount(count)}
    </span>
  );
}
