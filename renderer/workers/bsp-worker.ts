/** The worker that builds BSP trees and follows objects in them. Ending it cancels. */
import type { BuiltBsp } from '#core/bsp';
import { toErrorData } from '#core/error';
import type { BuildBsp, FromBspWorker, ToBspWorker } from '../state/bsp/bsp-messages.ts';
import { buffersOf, buildShownBsp, followInBsp } from './serve-bsp.ts';

/** Between two reports of progress, ms. */
const progressEvery = 100;

let tree: BuiltBsp | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ToBspWorker>) => {
  if (data.kind === 'build') build(data);
  else follow(data);
});

function send(message: FromBspWorker, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

function build(request: BuildBsp): void {
  let reported = performance.now();
  try {
    const { built, shown } = buildShownBsp(request, (fraction) => {
      const now = performance.now();
      if (now - reported < progressEvery) return;
      reported = now;
      send({ kind: 'progress', fraction });
    });
    tree = built;
    send({ kind: 'done', shown }, buffersOf(shown));
  } catch (thrown) {
    send({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

function follow({ route, radius }: Extract<ToBspWorker, { kind: 'follow' }>): void {
  try {
    send({ kind: 'followed', followed: followInBsp(tree, route, radius) });
  } catch (thrown) {
    send({ kind: 'notFollowed', problem: toErrorData(thrown) });
  }
}
