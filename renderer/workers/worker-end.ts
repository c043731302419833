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
  void navigator.locks.request(name, () => {
    self.postMessage({ holdsLock: name } satisfies HeldLock);
    return new Promise<never>(() => {});
  });
}

/** Calls `ended` once a worker that runs `holdLock` has ended. Returns the function that stops; call it before the worker is terminated. */
export function followEnd(worker: Worker, ended: () => void): () => void {
  const controller = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isHeldLock(data)) return;
    const wait = navigator.locks.request(data.holdsLock, { signal: controller.signal }, ended);
    // Rejects when it is stopped.
    wait.catch(() => {});
  });
  return () => controller.abort();
}

/** Whether a message is of `holdLock`, and not of the work. */
export function isHeldLock(message: unknown): message is HeldLock {
  return typeof message === 'object' && message !== null && 'holdsLock' in message;
}
