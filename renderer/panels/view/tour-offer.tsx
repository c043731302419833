import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { declineTour, startTour } from '../../commands/tour-actions.ts';
import { Icon } from '../../widgets/icon.tsx';

/** Offers the tour at the first start, in one short line: it must not cover what a small window shows. */
export function TourOffer({ app: { shell } }: { app: App }): JSX.Element | null {
  if (!shell.tourOffered.value) return null;
  return (
    <div class="notice info offer" role="status" data-testid="tour-offer">
      <div>
        New here?{' '}
        <button
          type="button"
          class="button small"
          title="Seven steps show the regions of the window"
          data-testid="start-tour"
          onClick={() => startTour(shell)}
        >
          Start tour
        </button>
      </div>
      <button
        type="button"
        class="icon-button"
        title="No tour; Help > Tour starts it later"
        aria-label="No tour"
        onClick={() => declineTour(shell)}
      >
        <Icon name="close" small />
      </button>
    </div>
  );
}
