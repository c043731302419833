/** The worker that tests convex hulls and finds push-outs of meshes; ending it cancels. */
import type { ToConvexWorker } from '../state/convex/convex-messages.ts';
import { serveConvex } from './serve-convex.ts';

const receive = serveConvex({ post: (message) => self.postMessage(message), now: () => performance.now() });
self.addEventListener('message', (event: MessageEvent<ToConvexWorker>) => receive(event.data));
