import { InspectorError } from '#core/error';
import type { ElectronBridge, FileToken, Host, RequestMessage, RequestName, RequestOf, ReplyOf } from '#host-api';
import { fetchBytes } from './fetch-bytes.ts';
import { readNotes, writeNotes } from './page-notes.ts';
import { saveFile } from './save-file.ts';

declare global {
  interface Window {
    /** Put there by the preload script; absent in the browser shell. */
    readonly boxwood?: ElectronBridge;
  }
}

/** Electron's main process seen from the page, through the preload's bridge. */
export function createElectronHost(bridge: ElectronBridge): Host {
  let serial = 0;
  const send = async <Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> => {
    // TypeScript cannot see that `name` and `request` stay a pair inside the union.
    const message = { id: ++serial, name, request } as RequestMessage;
    const reply = await bridge.request(message);
    if (reply.kind === 'reply') return reply.reply as ReplyOf<Name>;
    if (reply.kind === 'refusal') throw new InspectorError(reply.error);
    throw new Error(`The host replied to ${name} with an event`);
  };
  return {
    shell: 'electron',
    request: send,
    onEvent: (listener) => bridge.onEvent(listener),
    onConnection(listener) {
      // The window cannot outlive the process that it would lose.
      listener('open');
      return () => {};
    },
    fetchBytes,
    saveFile,
    readNotes,
    writeNotes,
    offerText: async (name, text) => (await send('offerText', { name, text })).token,
    async offerFiles(files, progress) {
      const tokens: FileToken[] = [];
      for (const { file } of files) tokens.push(await bridge.tokenForFile(file));
      progress(1);
      return tokens;
    },
  };
}
