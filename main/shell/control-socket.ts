import type { WebSocket } from 'ws';
import type { ServerMessage } from '#host-api';
import { answerMessage } from '../documents/answer-message.ts';
import type { Documents } from '../documents/documents.ts';

/** Of one message from a page; a longer one closes the connection. */
export const maxMessageBytes = 2 ** 20;
/** A page that takes nothing any more (asleep, in a debugger) is let go; it connects again and asks for the list. */
const maxBufferedBytes = 2 ** 24;
/** Close code of RFC 6455: the message is not of a kind that can be answered. */
const unacceptable = 1003;

/** Serves one page: answers its requests and passes the events on, until the connection ends. */
export function serveSocket(socket: WebSocket, documents: Documents): void {
  const send = (message: ServerMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const stopListening = documents.onEvent((event) => send({ kind: 'event', event }));
  socket.on('close', stopListening);
  // A broken frame or an oversized message: `ws` closes the connection itself, with the right code.
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : parsed(String(data));
    void answerMessage(documents, message).then((answer) => {
      if (answer === null) socket.close(unacceptable, 'Not a request');
      else send(answer);
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
