import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followEnd, holdLock } from '../../../renderer/workers/worker-end.ts';
import { settled } from '../fake-host.ts';

/** Locks that are granted when a test says so, or refused. */
type RequestLock = (name: string, options: { readonly signal: AbortSignal }, granted: () => void) => Promise<void>;
let request: ReturnType<typeof vi.fn<RequestLock>>;
const unhandled: unknown[] = [];
const keep = (thrown: unknown): void => void unhandled.push(thrown);

beforeEach(() => {
  unhandled.length = 0;
  request = vi.fn<RequestLock>();
  vi.stubGlobal('navigator', { locks: { request } });
  process.on('unhandledRejection', keep);
});
afterEach(() => {
  process.off('unhandledRejection', keep);
  vi.unstubAllGlobals();
});

/** A worker that holds a lock, followed; `release` ends it. */
function followed(ended: () => void): { stop: () => void; release: () => void; refuse: (thrown: Error) => void } {
  const worker = new EventTarget() as Worker;
  let release = (): void => {};
  let refuse = (_: Error): void => {};
  const lock = new Promise<void>((resolve, reject) => {
    release = resolve;
    refuse = reject;
  });
  request.mockImplementation((_, { signal }, granted) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([lock, aborted]).then(() => granted());
  });
  const stop = followEnd(worker, ended);
  worker.dispatchEvent(new MessageEvent('message', { data: { holdsLock: 'lock' } }));
  return { stop, release, refuse };
}

/** After it, rejections without a handler are reported. */
async function reported(): Promise<void> {
  await settled();
  await new Promise((resolve) => setTimeout(resolve));
}

test('the end of a worker is reported once, and what the report throws is not hidden', async () => {
  const ended = vi.fn(() => {
    throw new Error('no other worker');
  });
  const { release } = followed(ended);
  await reported();
  expect(ended).not.toHaveBeenCalled();
  release();
  await reported();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(unhandled).toEqual([new Error('no other worker')]);
});

test('a stopped one reports nothing, also when its lock is released at the same time', async () => {
  const ended = vi.fn();
  const first = followed(ended);
  first.stop();
  await reported();
  const second = followed(ended);
  second.release();
  second.stop();
  await reported();
  expect(ended).not.toHaveBeenCalled();
  expect(unhandled).toEqual([]);
});

test('another error of the locks is not hidden', async () => {
  const { refuse } = followed(() => {});
  refuse(new Error('no storage'));
  await reported();
  expect(unhandled).toEqual([new Error('no storage')]);
});

test('a worker runs without a lock where the page may not store data', async () => {
  request.mockRejectedValue(new Error('no storage'));
  holdLock();
  await reported();
  expect(request).toHaveBeenCalledTimes(1);
  expect(unhandled).toEqual([]);
});
