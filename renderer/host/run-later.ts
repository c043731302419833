/**
 * Returns a function that runs the newest of the functions it got after a pause, and at once when the page is hidden, reloaded or closed.
 */
export function runLater(milliseconds: number, page: Pick<Window, 'addEventListener'> = window): (run: () => void) => void {
  let waiting: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const run = waiting;
    waiting = null;
    run?.();
  };
  page.addEventListener('pagehide', flush);
  page.addEventListener('visibilitychange', flush, true);
  return (run) => {
    waiting = run;
    timer ??= setTimeout(flush, milliseconds);
  };
}
