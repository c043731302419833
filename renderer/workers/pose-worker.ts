/** The worker that poses an animated mesh and refits its tree, so that the page stays responsive. */
import type { ToPoseWorker } from '../state/playback/deform-messages.ts';
import { servePoses } from './serve-poses.ts';

const receive = servePoses((message, transfer) => self.postMessage(message, { transfer }));
self.addEventListener('message', (event: MessageEvent<ToPoseWorker>) => receive(event.data));
