/** A function that is replaced again and again still runs after this many pauses. */
const maxPauses = 8;

/**
 * Returns a function that runs the newest of the functions it got once there was no new one for a pause. It runs it at once when the
 * page is hidden, reloaded or closed. While new ones come all the time, one runs every eight pauses.
 */
export function runLater(milliseconds: number, page: Pick<Window, 'addEventListener'> = window): (run: () => void) => void {
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first of the waiting functions came. */
  let since = 0;
  const flush = (): void => {
    clearTimeout(timer);
    const run = waiting;
    waiting = null;
    run?.();
  };
  page.addEventListener('pagehide', flush);
  page.addEventListener('visibilitychange', flush, true);
  return (run) => {
    const now = Date.now();
    if (waiting === null) since = now;
    waiting = run;
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(0, Math.min(milliseconds, since + maxPauses * milliseconds - now)));
  };
}
