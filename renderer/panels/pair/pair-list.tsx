import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { shownOutcome } from '../../state/pair/pair-query.ts';
import type { ContactOutcome } from './pair-rows.ts';
import { whyNoContacts } from './pair-words.ts';

interface PairListProps {
  readonly app: App;
  readonly testId: string;
  readonly list: (outcome: ContactOutcome) => JSX.Element;
}

/** A list of the contacts of the two meshes, or a message when there is none. */
export function PairList({ app: { store }, testId, list }: PairListProps): JSX.Element {
  const outcome = shownOutcome(store.pair.value, store.scene.value.movingMesh);
  const words = whyNoContacts(store.pair.value.status, outcome);
  if (words === null && outcome?.pairContacts != null)
    return <div class="list-panel">{list({ ...outcome, pairContacts: outcome.pairContacts })}</div>;
  return (
    <div class="list-panel">
      <p class="empty-note" role={words?.isProblem === true ? 'alert' : 'status'} data-testid={testId}>
        {words?.text}
      </p>
    </div>
  );
}
