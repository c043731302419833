import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import { meshPath, treePath, type DocumentSummary, type ServerMessage } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { serve, type RunningServer } from '../../main/serve.ts';
import { contentSecurityPolicy } from '../../main/shell/page-headers.ts';
import { ball } from '../fixtures/shapes.ts';
import { objText, temporaryFolder, until, warmPool } from './product.ts';

const maxBytes = 2 ** 22;
const folder = temporaryFolder();
const pageFolder = join(folder, 'page');
const pool = warmPool();
let documents: Documents;
let server: RunningServer;
let token: string;
let cookie: string;

beforeAll(async () => {
  mkdirSync(join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Boxwood</title>');
  writeFileSync(join(pageFolder, 'assets/index-B1a2c3D4.js'), 'export {};');
  writeFileSync(join(pageFolder, 'secret.key'), 'not part of a page');
  writeFileSync(join(folder, 'outside.js'), 'not part of the page');
  symlinkSync(join(folder, 'outside.js'), join(pageFolder, 'link.js'));
  documents = new Documents({ pool, samplesFolder: folder, maxBytes });
  server = await serve({ documents, pageFolder, port: 0 });
  token = new URL(server.address).searchParams.get('token')!;
  cookie = `boxwood-${server.port}=${token}`;
});

afterAll(async () => {
  await server.close();
  await documents.dispose();
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A plain HTTP request: unlike `fetch`, it sends any Host, Origin and path as they are. */
function call(path: string, headers: Record<string, string> = { cookie }, method = 'GET', body?: Uint8Array): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('access to the browser shell', () => {
  test('the printed address gives the page itself and a strict cookie', async () => {
    const { status, headers, body } = await call(`/?token=${token}`, {});
    expect(status).toBe(200);
    expect(String(body)).toContain('<title>Boxwood</title>');
    expect(headers['set-cookie']).toEqual([`${cookie}; HttpOnly; SameSite=Strict; Path=/`]);
  });

  test('the cookie alone gives the page again', async () => {
    expect((await call('/')).status).toBe(200);
  });

  test.each<[string, string, Record<string, string>]>([
    ['no cookie', '/', {}],
    ['the cookie of another port', '/', { cookie: 'boxwood-1=x' }],
    ['a wrong cookie', '/', { cookie: 'WRONG' }],
    ['a wrong token', '/?token=wrong', {}],
    ['a wrong token beside a right cookie', '/?token=wrong', { cookie: 'RIGHT' }],
    ['the token on another path', '/assets/index-B1a2c3D4.js?token=TOKEN', {}],
    ['another Host', '/', { cookie: 'RIGHT', host: 'evil.example' }],
    ['another Host with the token', '/?token=TOKEN', { host: 'evil.example:80' }],
    ['another Origin', '/', { cookie: 'RIGHT', origin: 'http://evil.example' }],
    ['the null Origin', '/', { cookie: 'RIGHT', origin: 'null' }],
    ['bytes without a cookie', '/documents/1/mesh', {}],
  ])('%s is refused with one sentence', async (_, path, headers) => {
    const cookies: Record<string, string> = { RIGHT: cookie, WRONG: `${cookie.slice(0, -1)}!` };
    const sent = headers['cookie'] === undefined ? headers : { ...headers, cookie: cookies[headers['cookie']] ?? headers['cookie'] };
    const { status, headers: replied, body } = await call(path.replace('TOKEN', token), sent);
    expect(status).toBe(403);
    expect(replied['set-cookie']).toBeUndefined();
    expect(String(body)).toMatch(/^[A-Z][^.]*\.\n$/);
  });

  test('localhost and the own Origin are let in', async () => {
    const host = `localhost:${server.port}`;
    expect((await call('/', { cookie, host, origin: `http://${host}` })).status).toBe(200);
  });

  test('it listens on the loopback address alone', () => {
    expect(new URL(server.address).hostname).toBe('127.0.0.1');
  });

  test('a port that is taken is refused with a fix', async () => {
    const again = serve({ documents, pageFolder, port: server.port });
    await expect(again).rejects.toMatchObject({ code: 'invalid-argument', detail: 'EADDRINUSE' });
  });
});

describe('the page', () => {
  test('carries the policy and isolation headers, also when refused', async () => {
    for (const { headers } of [await call('/'), await call('/', {})]) {
      expect(headers).toMatchObject({
        'content-security-policy': contentSecurityPolicy,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
    expect(contentSecurityPolicy).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self'; worker-src 'self'; font-src 'self'",
    );
  });

  test('keeps assets whose name holds a hash for ever', async () => {
    const { headers } = await call('/assets/index-B1a2c3D4.js');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  test.each([
    '/../outside.js',
    '/%2e%2e/outside.js',
    '/..%2foutside.js',
    '/assets/..%5c..%5coutside.js',
    '//outside.js',
    '/link.js',
    '/secret.key',
    '/assets',
    '/%',
    '/%00.js',
    '/nothing.js',
  ])('gives nothing for %s', async (path) => {
    expect((await call(path)).status).toBe(404);
  });

  test('can only be read', async () => {
    expect((await call('/', { cookie }, 'DELETE')).status).toBe(405);
  });
});

interface Client {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
  replyTo(id: number): Promise<ServerMessage>;
}

async function connected(): Promise<Client> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/control`, { headers: { cookie } });
  const messages: ServerMessage[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as ServerMessage));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const find = (id: number): ServerMessage | undefined => messages.find((message) => message.kind !== 'event' && message.id === id);
  return {
    socket,
    messages,
    replyTo: async (id) => {
      await until(() => find(id) !== undefined);
      return find(id)!;
    },
  };
}

describe('uploads and bytes', () => {
  const text = new TextEncoder().encode(objText(ball()));

  test('an uploaded file opens over the socket, and its bytes arrive as they are', async () => {
    const { status, body } = await call('/uploads?name=ball.obj&set=1', { cookie }, 'POST', text);
    expect(status).toBe(200);
    const { token: file } = JSON.parse(String(body)) as { token: string };
    const client = await connected();
    client.socket.send(JSON.stringify({ id: 1, name: 'open', request: { files: [file] } }));
    expect(await client.replyTo(1)).toMatchObject({ kind: 'reply', reply: { documents: [1] } });
    const last = (): DocumentSummary | undefined => {
      const event = client.messages.findLast((message) => message.kind === 'event')?.event;
      return event?.kind === 'documentChanged' ? event.document : undefined;
    };
    await until(() => last()?.phase === 'ready');
    const mesh = await call(meshPath(1));
    expect(mesh.headers['content-length']).toBe(String(last()!.mesh!.byteLength));
    expect(mesh.body.equals(Buffer.from(new Uint8Array(documents.meshBytes(1)!)))).toBe(true);
    expect(openMeshBytes(new Uint8Array(mesh.body).buffer).indices.length).toBe(3 * 2208);
    const tree = await call(treePath(1, last()!.trees[0]!.id));
    expect(tree.body.equals(Buffer.from(documents.treeBytes(1, 1)!))).toBe(true);
    client.socket.close();
  });

  test.each(['/documents/99/mesh', '/documents/1/trees/99', '/documents/1', '/documents/1/mesh/more', '/documents/x/mesh'])(
    'there are no bytes at %s',
    async (path) => {
      expect((await call(path)).status).toBe(404);
    },
  );

  test('an upload needs the cookie, a name and a length, and has a limit', async () => {
    expect((await call('/uploads?name=a.obj', {}, 'POST', text)).status).toBe(403);
    expect((await call('/uploads', { cookie }, 'POST', text)).status).toBe(400);
    const chunked = await call('/uploads?name=a.obj', { cookie, 'transfer-encoding': 'chunked' }, 'POST', text);
    expect(chunked.status).toBe(400);
    for (const name of ['../a.obj', 'a/../../b.obj', '/etc/a.obj', 'C:\\a.obj', 'a//b.obj', './a.obj', 'a\0.obj', 'a/..\\b.obj']) {
      const { status, body } = await call(`/uploads?name=${encodeURIComponent(name)}`, { cookie }, 'POST', text);
      expect([status, JSON.parse(String(body))], name).toMatchObject([400, { code: 'unsafe-path' }]);
    }
    const large = await call('/uploads?name=a.obj', { cookie }, 'POST', new Uint8Array(maxBytes + 1));
    expect(large.status).toBe(413);
    expect(JSON.parse(String(large.body))).toMatchObject({ code: 'too-large', location: { file: 'a.obj' } });
  });

  test('uploads side by side cannot take more room together than there is', async () => {
    const room = documents.uploadRoom;
    const socket = connect(server.port, '127.0.0.1');
    const head = `POST /uploads?name=a.obj HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\nContent-Length: ${room}\r\n\r\nv 0`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    await until(() => documents.uploadRoom === 0);
    expect((await call('/uploads?name=b.obj', { cookie }, 'POST', text)).status).toBe(413);
    socket.destroy();
    await until(() => documents.uploadRoom === room);
  });

  test('an upload that breaks off leaves nothing and breaks nothing', async () => {
    const room = documents.uploadRoom;
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /uploads?name=a.obj HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\nContent-Length: 1000\r\n\r\nv 0`,
    );
    await until(() => documents.uploadRoom < room);
    socket.destroy();
    await until(() => documents.uploadRoom === room);
    expect((await call('/')).status).toBe(200);
  });
});

describe('the control socket', () => {
  test.each<[string, string, Record<string, string>]>([
    ['no cookie', '/control', {}],
    ['another Origin', '/control', { cookie: 'RIGHT', origin: 'http://evil.example' }],
    ['another Host', '/control', { cookie: 'RIGHT', host: 'evil.example' }],
  ])('refuses %s', async (_, path, headers) => {
    const sent = { ...headers, ...(headers['cookie'] === 'RIGHT' ? { cookie } : {}) };
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers: sent });
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('403');
  });

  test.each<[string, unknown]>([
    ['an unknown name', { id: 7, name: 'format', request: {} }],
    ['a name of every object', { id: 7, name: 'constructor', request: {} }],
    ['a request that is missing', { id: 7, name: 'list' }],
    ['a field too many', { id: 7, name: 'list', request: { all: true } }],
    ['a path instead of a token', { id: 7, name: 'open', request: { files: '/etc/passwd' } }],
    ['a token that was never given', { id: 7, name: 'open', request: { files: ['/etc/passwd'] } }],
    ['no files', { id: 7, name: 'open', request: { files: [] } }],
    ['a document that is no number', { id: 7, name: 'close', request: { document: '1' } }],
    ['options out of range', { id: 7, name: 'build', request: { document: 1, options: { leafTriangles: 0 } } }],
    ['options that are unknown', { id: 7, name: 'build', request: { document: 1, options: { colour: 1 } } }],
    ['a list for a record', { id: 7, name: 'list', request: [] }],
  ])('refuses %s with its reason', async (_, message) => {
    const client = await connected();
    client.socket.send(JSON.stringify(message));
    const result = await client.replyTo(7);
    expect(result).toMatchObject({ kind: 'refusal', error: { code: 'invalid-argument' } });
    client.socket.close();
  });

  test.each<[string, string | Uint8Array, number]>([
    ['text that is no message', 'hello', 1003],
    ['a message without an id', '{"name":"list","request":{}}', 1003],
    ['binary data', new Uint8Array(8), 1003],
    ['an oversized message', `{"id":1,"name":"${'x'.repeat(2 ** 20)}"}`, 1009],
  ])('closes the connection after %s', async (_, message, code) => {
    const { socket } = await connected();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(message);
    expect(await closed).toBe(code);
  });

  const refusedUpgrade = 'GET /control HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  test('clients that reset a refused upgrade harm nobody', async () => {
    for (let i = 0; i < 50; i++) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => socket.write(refusedUpgrade, () => socket.resetAndDestroy()));
        socket.on('error', () => {});
        socket.on('close', () => resolve());
      });
    }
    expect((await call('/')).status).toBe(200);
  });

  test('a refused client that never hangs up does not keep the server from closing', async () => {
    const other = await serve({ documents, pageFolder, port: 0 });
    let said = '';
    const lingering = connect({ port: other.port, host: '127.0.0.1', allowHalfOpen: true }, () => lingering.write(refusedUpgrade));
    lingering
      .setEncoding('utf8')
      .on('data', (text: string) => (said += text))
      .on('error', () => {});
    await until(() => said !== '');
    expect(said).toMatch(/^HTTP\/1\.1 403 /);
    let isClosed = false;
    void other.close().then(() => (isClosed = true));
    await until(() => isClosed);
    lingering.destroy();
  });

  test('every page hears what happens', async () => {
    const [first, second] = [await connected(), await connected()];
    const [id] = documents.openPaths([join(folder, 'nothing.obj')]);
    for (const { messages, socket } of [first, second]) {
      await until(() =>
        messages.some(
          (message) => message.kind === 'event' && message.event.kind === 'documentChanged' && message.event.document.phase === 'failed',
        ),
      );
      socket.close();
    }
    await documents.request('close', { document: id! });
  });
});
