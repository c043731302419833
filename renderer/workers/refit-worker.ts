/** The worker that measures refit against rebuild over a clip: its clock is not held up by what the page draws, and ending it cancels. */
import { toErrorData } from '#core/error';
import { refitFrames } from '#core/job';
import type { FromRefitWorker, RefitRequest } from '../state/playback/deform-messages.ts';

self.addEventListener('message', ({ data: { mesh, clip, build, frames, rebuildPercent } }: MessageEvent<RefitRequest>) => {
  const send = (message: FromRefitWorker): void => self.postMessage(message);
  const { positions, indices, animation } = mesh;
  try {
    const wanted = animation.clips[clip];
    if (wanted !== undefined)
      for (const frame of refitFrames({ positions, indices, parts: [] }, animation, wanted, build, { frames, rebuildPercent }))
        send({ kind: 'frame', frame });
    send({ kind: 'done' });
  } catch (thrown) {
    send({ kind: 'failed', problem: toErrorData(thrown) });
  }
});
