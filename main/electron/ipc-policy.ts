import type { IpcMain, WebFrameMain } from 'electron';
import { InspectorError } from '#core/error';
import { replyTo } from '../documents/reply-to.ts';
import type { Documents } from '../documents/documents.ts';
import { isAppUrl } from './app-url.ts';

/** Channel names; the preload script has a copy of this type. */
export const channels = {
  request: 'boxwood:request',
  event: 'boxwood:event',
  tokenForPath: 'boxwood:token-for-path',
} as const;
export type Channels = typeof channels;

type Sender = Pick<WebFrameMain, 'url' | 'parent'> | null;

/** Whether a sender is the page itself: not a frame in it, and not another page. */
export function isOurPage(sender: Sender): boolean {
  return sender !== null && sender.parent === null && isAppUrl(sender.url);
}

/** Replies to messages of the page. Every sender and every message is checked. */
export function handleMessages(ipcMain: Pick<IpcMain, 'handle'>, documents: Documents): void {
  ipcMain.handle(channels.request, (event, message: unknown) => {
    checkSender(event.senderFrame);
    return replyTo(documents, message);
  });
  // The preload script has the path from Chromium, for a file that the user dropped or chose.
  ipcMain.handle(channels.tokenForPath, (event, path: unknown) => {
    checkSender(event.senderFrame);
    if (typeof path !== 'string' || path === '') throw notAFile();
    return documents.offerPath(path);
  });
}

function checkSender(sender: Sender): void {
  if (isOurPage(sender)) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: 'A message did not come from the page of Boxwood',
    fix: 'Close all windows of this program and start it again',
    location: {},
  });
}

function notAFile(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'The dropped item is not a file on this machine',
    fix: 'Save it to disk and drop it from there',
    location: {},
  });
}
