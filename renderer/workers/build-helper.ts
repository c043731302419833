/** A worker that helps another to build a tree, in one memory with it. */
import { serveBuild, type ToBuilder } from '#core/tree';

const receive = serveBuild((message) => self.postMessage(message));
self.addEventListener('message', (event: MessageEvent<ToBuilder>) => receive(event.data));
