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

/** More steps of the history than this are work: the tour is not offered any more. */
const workSteps = 5;

/** Removes the offer of the tour once a person has worked. */
export function endTourOffer(shell: TourShell, steps: number): void {
  if (steps > workSteps) declineTour(shell);
}

/** Removes the offer of the tour: on request, or when a person opens own files. */
export function declineTour({ tourOffered }: TourShell): void {
  tourOffered.value = false;
}
