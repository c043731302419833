/**
 * Passes each message of a worker to `message`, and the reason to `lost` when it ends by an error; empty if the browser gives none. Returns what posts to the
 * worker and ends it.
 */
export function connectWorker<Sent, Received>(
  worker: Worker,
  message: (message: Received) => void,
  lost: (reason: string) => void,
): { post(message: Sent): void; terminate(): void } {
  worker.addEventListener('message', (event: MessageEvent<Received>) => message(event.data));
  worker.addEventListener('error', (event) => {
    // Reported here, the error is not reported to the window too.
    event.preventDefault();
    lost(event.message ?? '');
  });
  return { post: (sent) => worker.postMessage(sent), terminate: () => worker.terminate() };
}
