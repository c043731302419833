/** The first message of a worker that holds a lock. */
interface HeldLock {
  readonly holdsLock: string;
}

/**
 * Holds a lock for as long as this worker lives, and sends its name to the thread that started the worker. The browser releases the lock when
 * the worker ends for any reason. A worker that closes itself, or that the browser ends, causes no other event.
 */
export function holdLock(): void {
  if (!('locks' in navigator)) return;
  const name = `boxwood-${crypto.randomUUID()}`;
  const held = navigator.locks.request(name, () => {
    self.postMessage({ holdsLock: name } satisfies HeldLock);
    return new Promise<never>(() => {});
  });
  // Rejects where the page may not store data. The worker works without the lock; only an end without an event is not noticed.
  held.catch(() => {});
}

/** Calls `ended` once a worker that runs `holdLock` has ended. Returns the function that stops; call it before the worker is terminated. */
export function followEnd(worker: Worker, ended: () => void): () => void {
  const controller = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isHeldLock(data)) return;
    void callAfterLock(data.holdsLock, controller.signal, ended);
  });
  return () => controller.abort();
}

/** Calls a function once a lock is released, unless it is aborted before. What the function throws rejects. */
async function callAfterLock(name: string, signal: AbortSignal, ended: () => void): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, () => {});
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  if (!signal.aborted) ended();
}

/** Whether a message is of `holdLock`, and not of the work. */
export function isHeldLock(message: unknown): message is HeldLock {
  return typeof message === 'object' && message !== null && 'holdsLock' in message;
}
