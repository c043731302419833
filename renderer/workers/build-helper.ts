/** A worker that helps another to build a tree, in one memory with it. */
import { serveBuild } from '#core/tree/kinds/wide/crew/serve-build';
import type { ToBuilder } from '#core/tree/kinds/wide/crew/build-crew';

const receive = serveBuild((message) => self.postMessage(message));
self.addEventListener('message', (event: MessageEvent<ToBuilder>) => receive(event.data));
