import type { IpcMain, WebFrameMain } from 'electron';
import { InspectorError } from '#core/error';
import { answerMessage } from '../documents/answer-message.ts';
import type { Documents } from '../documents/documents.ts';
import { isAppUrl } from './app-url.ts';

/** The names that the preload script uses; its own copy is typed by this one. */
export const channels = {
  request: 'boxwood:request',
  event: 'boxwood:event',
  tokenForPath: 'boxwood:token-for-path',
} as const;
export type Channels = typeof channels;

type Sender = Pick<WebFrameMain, 'url' | 'parent'> | null;

/** Only the page itself is answered: no frame inside it, and no other page that may ever come to be shown. */
export function isOurPage(sender: Sender): boolean {
  return sender !== null && sender.parent === null && isAppUrl(sender.url);
}

/** Answers the page's messages. Every sender and every message is checked. */
export function handleMessages(ipcMain: Pick<IpcMain, 'handle'>, documents: Documents): void {
  ipcMain.handle(channels.request, (event, message: unknown) => {
    checkSender(event.senderFrame);
    return answerMessage(documents, message);
  });
  // The path comes from the preload script, which has it from Chromium for a file that a person dropped or chose.
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
    message: 'A message came from something that is not the page of Boxwood',
    fix: 'Close other windows of this program and start it again',
    location: {},
  });
}

function notAFile(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'What was dropped is not a file on this machine',
    fix: 'Save it to disk and drop it from there',
    location: {},
  });
}
