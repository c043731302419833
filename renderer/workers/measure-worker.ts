/** The worker that measures distances and surfaces, so that the page stays responsive. */
import type { ToMeasureWorker } from '../state/measure/measure-messages.ts';
import { serveMeasure } from './serve-measure.ts';

const receive = serveMeasure({ post: (message) => self.postMessage(message), now: () => performance.now() });
self.addEventListener('message', (event: MessageEvent<ToMeasureWorker>) => receive(event.data));
