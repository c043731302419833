import type { WebSocket } from 'ws';
import type { ServerMessage } from '#host-api';
import { replyTo } from '../documents/reply-to.ts';
import type { Documents } from '../documents/documents.ts';

/** Maximum size of a message from a page; a longer one closes the connection. */
export const maxMessageBytes = 2 ** 20;
/** A page that stops reading (asleep, in a debugger) is disconnected; it connects again and requests the list. */
const maxBufferedBytes = 2 ** 24;
/** Close code of RFC 6455 for a message of an unsupported type. */
const unacceptable = 1003;

/** Serves one page: replies to its requests and sends events, until the connection ends. */
export function serveSocket(socket: WebSocket, documents: Documents): void {
  const send = (message: ServerMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const stopListening = documents.onEvent((event) => send({ kind: 'event', event }));
  const removePage = documents.projects.addPage();
  socket.on('close', () => {
    stopListening();
    removePage();
  });
  // A broken frame or an oversized message: `ws` closes the connection itself, with the right code.
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : parsed(String(data));
    void replyTo(documents, message).then((reply) => {
      if (reply === null) socket.close(unacceptable, 'Not a request');
      else send(reply);
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
