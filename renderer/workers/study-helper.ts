/** A worker that helps the health worker with a large mesh. The page gives it one end of a channel; the work comes through it. */
import type { HelperStart } from '#core/health';
import { serveStudy } from '#core/health/study/helpers/serve-study';

self.addEventListener('message', ({ data: port }: MessageEvent<MessagePort>) => {
  port.onmessage = ({ data }: MessageEvent<HelperStart>) => serveStudy(data);
});
