import { cancelledError } from '#core/cancelled';
import { InspectorError, type InspectorErrorData } from '#core/error';
import type {
  Connection,
  FileToken,
  Host,
  HostEvent,
  OfferedFile,
  RequestMessage,
  RequestName,
  RequestOf,
  ReplyOf,
  ServerMessage,
} from '#host-api';
import { fetchBytes } from './fetch-bytes.ts';
import { readNotes, writeNotes } from './page-notes.ts';
import { saveFile } from './save-file.ts';

/** Waits before each new try to connect, milliseconds; the last one repeats. */
const retryDelays = [250, 500, 1000, 2000, 4000];

interface Waiting {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: InspectorError) => void;
}

/**
 * Returns the host of the browser shell: control over one WebSocket at `/control`, bytes by HTTP.
 *
 * The server turned `?token=…` of the address into a cookie. The token is removed from the address here, so that it is
 * not in a bookmark or a screenshot.
 */
export function createBrowserHost(): Host {
  if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);

  const waiting = new Map<number, Waiting>();
  const eventListeners = new Set<(event: HostEvent) => void>();
  const connectionListeners = new Set<(connection: Connection) => void>();
  let serial = 0;
  let socket = connect(0);
  let connection: Connection = 'opening';
  // Requests made before the first connection opens; sent when it does.
  let unsent: RequestMessage[] = [];

  function connect(tries: number): WebSocket {
    const next = new WebSocket(new URL('/control', location.href.replace(/^http/, 'ws')));
    next.onopen = () => {
      tries = 0;
      for (const message of unsent) next.send(JSON.stringify(message));
      unsent = [];
      setConnection('open');
    };
    next.onmessage = (message: MessageEvent<string>) => receive(JSON.parse(message.data) as ServerMessage);
    next.onclose = () => {
      if (connection === 'open') setConnection('lost');
      for (const { reject } of waiting.values()) reject(connectionLost(connection));
      waiting.clear();
      unsent = [];
      void connectAgain(tries);
    };
    return next;
  }

  /** A page that was opened at the new address of a restarted process lets this page connect too: they share their cookies. */
  async function connectAgain(tries: number): Promise<void> {
    setConnection((await isKeyRefused()) ? 'restarted' : 'lost');
    const delay = retryDelays[Math.min(tries, retryDelays.length - 1)];
    setTimeout(() => (socket = connect(tries + 1)), delay);
  }

  function setConnection(now: Connection): void {
    if (connection === now) return;
    connection = now;
    for (const listener of connectionListeners) listener(now);
  }

  function receive(message: ServerMessage): void {
    if (message.kind !== 'event') return settleRequest(waiting, message);
    for (const listener of eventListeners) listener(message.event);
  }

  return {
    shell: 'browser',
    request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
      const id = ++serial;
      // TypeScript cannot see that `name` and `request` stay a pair inside the union.
      const message = { id, name, request } as RequestMessage;
      return new Promise<ReplyOf<Name>>((resolve, reject) => {
        // The server sends the reply that belongs to the name of the request.
        waiting.set(id, { resolve: (reply) => resolve(reply as ReplyOf<Name>), reject });
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
        else if (socket.readyState === WebSocket.CONNECTING) unsent.push(message);
        else {
          waiting.delete(id);
          reject(connectionLost(connection));
        }
      });
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      listener(connection);
      return () => connectionListeners.delete(listener);
    },
    fetchBytes,
    saveFile,
    readNotes,
    writeNotes,
    offerText: (name, text) => upload({ file: new File([text], name), path: name }, () => {}, null),
    offerFiles: uploadFiles,
  };
}

function settleRequest(waiting: Map<number, Waiting>, message: Exclude<ServerMessage, { readonly kind: 'event' }>): void {
  const request = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.kind === 'reply') request?.resolve(message.reply);
  else request?.reject(new InspectorError(message.error));
}

/** Posts files one after the other; `progress` gets the share of all bytes, 0..1. Returns their tokens. @throws InspectorError `cancelled`. */
async function uploadFiles(files: readonly OfferedFile[], progress: (fraction: number) => void, signal: AbortSignal): Promise<FileToken[]> {
  const total = Math.max(
    1,
    files.reduce((sum, { file }) => sum + file.size, 0),
  );
  const tokens: FileToken[] = [];
  let before = 0;
  for (const offered of files) {
    tokens.push(await upload(offered, (loaded) => progress((before + loaded) / total), signal));
    before += offered.file.size;
    progress(before / total);
  }
  return tokens;
}

/** Posts one file; XMLHttpRequest, because `fetch` reports no progress of an upload. */
function upload({ file, path }: OfferedFile, progress: (loaded: number) => void, signal: AbortSignal | null): Promise<FileToken> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelledError());
    const request = new XMLHttpRequest();
    request.onabort = () => reject(cancelledError());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', `/uploads?name=${encodeURIComponent(path)}`);
    request.upload.onprogress = (event) => progress(event.loaded);
    request.onload = () => {
      const reply = readReply(request.responseText);
      if (request.status === 200 && typeof reply['token'] === 'string') resolve(reply['token']);
      else reject(refusedUpload(path, reply, request.status));
    };
    request.onerror = () => reject(connectionLost('lost'));
    request.send(file);
  });
}

function readReply(text: string): Readonly<Record<string, unknown>> {
  try {
    const reply: unknown = JSON.parse(text);
    return typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : {};
  } catch {
    return { message: text };
  }
}

function refusedUpload(file: string, reply: Readonly<Record<string, unknown>>, status: number): InspectorError {
  if (typeof reply['code'] === 'string') return new InspectorError(reply as unknown as InspectorErrorData);
  const said = typeof reply['message'] === 'string' && reply['message'] !== '' ? `: ${reply['message']}` : '';
  return new InspectorError({
    code: 'unreadable',
    message: `The file could not be uploaded (${status})${said}`,
    fix: 'Try again, or open it from the command line',
    location: { file },
  });
}

/** Whether the server replies but refuses the cookie of this page. A WebSocket does not report why it was refused. */
async function isKeyRefused(): Promise<boolean> {
  try {
    return (await fetch('/control', { cache: 'no-store' })).status === 403;
  } catch {
    return false;
  }
}

function connectionLost(connection: Connection): InspectorError {
  if (connection === 'restarted') {
    return new InspectorError({
      code: 'worker-lost',
      message: 'Boxwood was restarted, and this page belongs to the one before',
      fix: 'Open the address that it printed',
      location: {},
    });
  }
  return new InspectorError({
    code: 'worker-lost',
    message: 'The connection to Boxwood is gone',
    fix: 'See whether it still runs in its terminal; this page connects again by itself',
    location: {},
  });
}
