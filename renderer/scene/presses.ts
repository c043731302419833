/** Which part of the page was pressed last. */
export interface Presses {
  /** Whether the last press of a button or a key was a button over the element. */
  readonly isInView: boolean;
  dispose(): void;
}

/** Follows the presses of the page: what they cause may come when the pointer is elsewhere. */
export function followPresses(element: HTMLElement): Presses {
  let isInView = false;
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  addEventListener('pointerdown', ({ target }) => (isInView = target instanceof Node && element.contains(target)), options);
  addEventListener('keydown', () => (isInView = false), options);
  return {
    get isInView() {
      return isInView;
    },
    dispose: () => stop.abort(),
  };
}
