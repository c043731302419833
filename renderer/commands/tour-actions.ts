/** The tour of the window: which step is shown. */
import type { Shell } from './app.ts';

type TourShell = Pick<Shell, 'tour' | 'tourOffered'>;

export function startTour({ tour, tourOffered }: TourShell): void {
  tourOffered.value = false;
  tour.value = 0;
}

/** Shows a step; behind the last one the tour ends. */
export function goToTourStep(shell: TourShell, step: number, count: number): void {
  if (step >= count) endTour(shell);
  else shell.tour.value = Math.max(0, step);
}

export function endTour({ tour }: TourShell): void {
  tour.value = null;
}

/** Removes the offer of the tour. */
export function declineTour({ tourOffered }: TourShell): void {
  tourOffered.value = false;
}
