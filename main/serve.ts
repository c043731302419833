import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocketServer } from 'ws';
import { InspectorError } from '#core/error';
import type { FileToken } from '#host-api';
import type { Documents } from './documents/documents.ts';
import { maxMessageBytes, serveSocket } from './shell/control-socket.ts';
import { chunksOf, dataAt, isDataPath, type DataReply } from './shell/data-route.ts';
import { checkCookie, checkHostAndOrigin, checkToken, cookieHeader, type Access } from './shell/access.ts';
import { cacheControl, securityHeaders } from './shell/page-headers.ts';
import { Refusal, toRefusal } from './shell/refusal.ts';
import { readStaticFile } from './shell/static-files.ts';
import { receiveUpload } from './shell/upload.ts';

export interface ServeOptions {
  readonly documents: Documents;
  /** The built page. */
  readonly pageFolder: string;
  /** 0 is any free port. */
  readonly port: number;
}

/** The browser shell while it runs. */
export interface RunningServer {
  /** Address with the token, which gives access to the documents. */
  readonly address: string;
  readonly port: number;
  /** Ends all connections. The documents stay open. */
  close(): Promise<void>;
}

interface Shell {
  readonly documents: Documents;
  readonly pageFolder: string;
  readonly access: Access;
}

/**
 * Starts the browser shell on 127.0.0.1 with a random token: page, data, uploads and control socket.
 * @throws InspectorError `invalid-argument` if the port is in use or not allowed.
 */
export async function serve({ documents, pageFolder, port: wantedPort }: ServeOptions): Promise<RunningServer> {
  const server = createServer();
  const port = await listen(server, wantedPort);
  const shell: Shell = { documents, pageFolder, access: { port, token: randomBytes(24).toString('base64url') } };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });

  server.on('request', (request, response) => void respond(shell, request, response));
  server.on('upgrade', (request, socket, head) => {
    // Node no longer handles errors of an upgraded socket: a reset by the client would end the process.
    socket.on('error', () => socket.destroy());
    try {
      checkHostAndOrigin(shell.access, request.headers);
      checkCookie(shell.access, request.headers);
      if (urlOf(request).pathname !== '/control') throw new Refusal(404, 'Unknown socket.');
    } catch (thrown) {
      const { status, message } = toRefusal(thrown);
      // The server no longer closes it either.
      socket.once('finish', () => socket.destroy());
      socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${message}\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => serveSocket(client, documents));
  });

  return {
    address: `http://127.0.0.1:${port}/?token=${shell.access.token}`,
    port,
    close: async () => {
      for (const client of sockets.clients) client.close(1001, 'Boxwood is closing');
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const client of sockets.clients) client.terminate();
      await closed;
    },
  };
}

async function respond(shell: Shell, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    response.setHeader('Cache-Control', 'no-store');
    await route(shell, request, response);
  } catch (thrown) {
    if (response.headersSent) response.destroy();
    else refuse(toRefusal(thrown), response);
  }
}

async function route(shell: Shell, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { access, documents, pageFolder } = shell;
  const url = urlOf(request);
  checkHostAndOrigin(access, request.headers);
  const token = url.searchParams.get('token');
  if (request.method === 'GET' && url.pathname === '/' && token !== null) {
    checkToken(access, token);
    response.setHeader('Set-Cookie', cookieHeader(access));
    return sendFile(pageFolder, '/', response);
  }
  checkCookie(access, request.headers);
  if (request.method === 'POST' && url.pathname === '/uploads') {
    return sendUploadReply(() => receiveUpload(documents, url, request), response);
  }
  if (request.method !== 'GET') throw new Refusal(405, 'This address is read-only.');
  if (isDataPath(url.pathname)) return sendData(dataAt(documents, url.pathname), response);
  return sendFile(pageFolder, url.pathname, response);
}

async function sendFile(folder: string, path: string, response: ServerResponse): Promise<void> {
  const file = await readStaticFile(folder, path);
  if (file === null) throw new Refusal(404, path === '/' ? 'The page is not built: run npm run build.' : 'File not found.');
  const headers = { 'Content-Type': file.contentType, 'Content-Length': file.bytes.length, 'Cache-Control': cacheControl(path) };
  response.writeHead(200, headers).end(file.bytes);
}

async function sendData(data: DataReply | null, response: ServerResponse): Promise<void> {
  if (data === null) throw new Refusal(404, 'This data is not available yet, or no longer available.');
  response.writeHead(200, data.headers);
  await pipeline(Readable.from(chunksOf(data.bytes), { objectMode: true, highWaterMark: 1 }), response);
}

/** Sends `{token}`, or `InspectorErrorData` if the upload is refused. */
async function sendUploadReply(receive: () => Promise<FileToken>, response: ServerResponse): Promise<void> {
  try {
    sendJson(200, { token: await receive() }, response);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    sendJson(thrown.code === 'too-large' ? 413 : 400, thrown.toJSON(), response);
  }
}

function sendJson(status: number, value: unknown, response: ServerResponse): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

function refuse({ status, message }: Refusal, response: ServerResponse): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}

/** Returns the URL of a request. The path is appended as text, since `//x` as a relative URL would be another host. */
function urlOf(request: IncomingMessage): URL {
  const text = `http://127.0.0.1${request.url ?? ''}`;
  if (!request.url?.startsWith('/') || !URL.canParse(text)) throw new Refusal(400, 'Invalid address.');
  return new URL(text);
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error & { readonly code?: string }) => reject(portError(port, error.code)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port; // A listening TCP server has an address record.
}

function portError(port: number, code: string | undefined): InspectorError {
  const message = code === 'EADDRINUSE' ? `Port ${port} is in use by another program` : `Port ${port} cannot be used`;
  return new InspectorError({
    code: 'invalid-argument',
    message,
    fix: 'Choose another with --port, or omit it for a free port',
    location: {},
    ...(code === undefined ? {} : { detail: code }),
  });
}
