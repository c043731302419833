import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { declineTour, endTourOffer, startTour } from '../../commands/tour-actions.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Offers the tour at the first start, in the status bar, where it covers nothing. */
export function TourOffer({ app: { shell, store } }: { app: App }): JSX.Element | null {
  useSignalEffect(() => endTourOffer(shell, store.history.marks.value.length));
  if (!shell.tourOffered.value) return null;
  return (
    <span class="offer" role="status" data-testid="tour-offer">
      New here?
      <button
        type="button"
        class="button small"
        title="Seven steps show the regions of the window"
        data-testid="start-tour"
        onClick={() => startTour(shell)}
      >
        Start tour
      </button>
      <button
        type="button"
        class="icon-button"
        title="No tour; Help > Tour starts it later"
        aria-label="No tour"
        onClick={() => declineTour(shell)}
      >
        <Icon name="close" small />
      </button>
    </span>
  );
}
