/** The worker that builds BSP trees, follows objects in them, and looks for visible cells. Ending it cancels. */
import { type BuiltBsp, buildBspCells } from '#core/bsp';
import { toErrorData } from '#core/error';
import type { BuildBsp, FromBspWorker, ToBspWorker } from '../state/bsp/bsp-messages.ts';
import { buffersOf, buildShownBsp, followInBsp, lookInBsp } from './serve-bsp.ts';

/** Between two reports of progress, ms. */
const progressEvery = 100;

let tree: BuiltBsp | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ToBspWorker>) => {
  if (data.kind === 'build') build(data);
  else query(data);
});

function send(message: FromBspWorker, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

/** Returns the function that reports progress now and then. */
function reporter(): (fraction: number) => void {
  let reported = performance.now();
  return (fraction) => {
    const now = performance.now();
    if (now - reported < progressEvery) return;
    reported = now;
    send({ kind: 'progress', fraction });
  };
}

function build(request: BuildBsp): void {
  try {
    if (request.isAgain === true) {
      tree = buildBspCells({ positions: request.positions, indices: request.indices, parts: [] }, request.options, reporter());
      return;
    }
    const { built, shown } = buildShownBsp(request, reporter());
    tree = built;
    send({ kind: 'done', shown }, buffersOf(shown));
  } catch (thrown) {
    send({ kind: 'failed', problem: toErrorData(thrown) });
  }
}

function query(data: Exclude<ToBspWorker, BuildBsp>): void {
  try {
    if (data.kind === 'follow') send({ kind: 'followed', followed: followInBsp(tree, data.route, data.radius, reporter()) });
    else send({ kind: 'seen', seen: lookInBsp(tree, data.point, reporter()) });
  } catch (thrown) {
    send({ kind: 'notFollowed', problem: toErrorData(thrown) });
  }
}
