import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as addressModule from '../../main/remote/address.ts';
import type * as requestModule from '../../main/remote/signed-request.ts';
import type * as settingsModule from '../../main/remote/remote-settings.ts';
import { type LocalS3, startS3, startServer, withEnvironment, type WrittenServer } from '../fixtures/s3.ts';
import { box, joined } from '../fixtures/shapes.ts';
import { cliCalls } from './cli-folder.ts';
import { lastingPool, objText, productFolder, temporaryFolder } from './product.ts';

const built = (path: string): string => join(productFolder, 'dist/main/remote', path);
const { addressNextTo, hideQueries, parseAddress } = (await import(built('address.js'))) as typeof addressModule;
const { signedRequest } = (await import(built('signed-request.js'))) as typeof requestModule;
const { remoteSettings } = (await import(built('remote-settings.js'))) as typeof settingsModule;

const folder = temporaryFolder();
const pool = lastingPool(2);
const { boxwood, schemas } = cliCalls(folder, ['error', 'ignored', 'inspect', 'check', 'bake', 'verify'], pool);

const boxText = objText(box());
const crossed = objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])]));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A signature that no message and no report may have. */
const secret = 'X-Amz-Signature=a0b1c2&X-Amz-Credential=AKIASECRET';

const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const gltf = JSON.stringify({
  asset: { version: '2.0' },
  buffers: [{ uri: 'sub/a%20b.bin', byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
  scenes: [{ nodes: [0] }],
  scene: 0,
});

let s3: LocalS3;
let web: WrittenServer;
let restore: () => void;

beforeAll(async () => {
  s3 = await startS3(join(folder, 's3'));
  restore = withEnvironment({ ...s3.environment, BOXWOOD_REMOTE_ATTEMPTS: '3', BOXWOOD_REMOTE_TIMEOUT: '0.4' });
  for (const [key, content] of [
    ['levels/a.obj', boxText],
    ["levels/b c+d'(1).obj", crossed],
    ['levels/tri.gltf', gltf],
    ['levels/sub/a b.bin', triangle],
    ['levels/lost.gltf', gltf.replace('a%20b', 'nowhere')],
  ] as const)
    await s3.put(key, content);
  web = await startServer(respond);
});

afterAll(async () => {
  restore();
  await web.stop();
  await s3.stop();
});

const stored = new Map<string, Buffer>();

/** What the paths of the written server do. */
function respond(...[request, response, times]: Parameters<Parameters<typeof startServer>[0]>): void {
  const path = new URL(request.url!, 'http://x').pathname;
  const send = (status: number, text: string, headers: Readonly<Record<string, string | number>> = {}): void =>
    void response.writeHead(status, headers).end(text);
  if (request.method === 'PUT') {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      stored.set(path, Buffer.concat(pieces));
      send(201, '');
    });
  } else if (path === '/a.obj' || path === '/ok/a.obj') send(200, boxText);
  else if (path === '/later/a.obj') send(times < 3 ? 503 : 200, times < 3 ? 'busy' : boxText);
  else if (path === '/never/a.obj') send(500, 'broken');
  else if (path === '/chatty/a.obj') {
    // A text without an end.
    response.writeHead(400);
    const write = (): void => void (!response.destroyed && response.write('x'.repeat(65_536), () => setImmediate(write)));
    write();
  } else if (path === '/denied/a.obj') send(403, '<Error><Code>AccessDenied</Code></Error>');
  else if (path === '/half/a.obj') {
    response.writeHead(200, { 'content-length': boxText.length });
    response.write(boxText.slice(0, 40), () => request.socket.destroy());
  } else if (path === '/half-once/a.obj' && times === 1) {
    response.writeHead(200, { 'content-length': boxText.length });
    response.write(boxText.slice(0, 40), () => request.socket.destroy());
  } else if (path === '/half-once/a.obj') send(200, boxText);
  else if (path === '/slow/a.obj') response.writeHead(200, { 'content-length': boxText.length }).write(boxText.slice(0, 40));
  else if (path === '/moved/a.obj') send(302, '', { location: '/ok/a.obj' });
  else if (path === '/circle/a.obj') send(302, '', { location: '/circle/a.obj' });
  else if (path === '/plain/a.obj') send(302, '', { location: 'http://192.0.2.1/a.obj' });
  else if (stored.has(path)) response.end(stored.get(path));
  else send(404, 'nothing');
}

function withoutTimes(text: string): string {
  return text.replace(/"timings": \{[^}]*\}/, '');
}

async function document(schema: string, wantedCode: number, ...args: string[]): Promise<Record<string, unknown>> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err: exitCode === wantedCode ? '' : err }).toEqual({ exitCode: wantedCode, err: '' });
  const value = JSON.parse(out) as Record<string, unknown>;
  schemas.validate(schema, value);
  expect(schemas.errors ?? null).toBeNull();
  return value;
}

describe('a mesh at s3://', () => {
  test('is inspected, checked, baked, verified and queried as a file is', async () => {
    expect(await document('inspect', 0, 'inspect', 's3://meshes/levels/a.obj')).toMatchObject({
      file: 's3://meshes/levels/a.obj',
      format: 'obj',
      triangles: 12,
    });
    expect(await document('check', 0, 'check', "s3://meshes/levels/b c+d'(1).obj")).toMatchObject({ triangles: 24 });
    expect(await document('bake', 0, 'bake', 's3://meshes/levels/a.obj', '-o', 's3://meshes/out/a.boxwood')).toMatchObject({
      out: 's3://meshes/out/a.boxwood',
      verified: true,
    });
    const args = ['verify', 's3://meshes/out/a.boxwood', '--against', 's3://meshes/levels/a.obj'];
    expect(await document('verify', 0, ...args)).toMatchObject({ ok: true, triangles: 12 });
    const { out } = await boxwood('query', 'closest', 's3://meshes/levels/a.obj', '--point', '5,0,0', '--json');
    expect(JSON.parse(out)).toMatchObject({ file: 's3://meshes/levels/a.obj' });
    const same = await boxwood('bake', 's3://meshes/out/a.boxwood', '-o', 's3://meshes/out/a.boxwood');
    expect(same).toMatchObject({ exitCode: 64, err: expect.stringContaining('--out is the input file') as string });
  });

  test('has its side files next to it, and a missing one is a finding of the import', async () => {
    expect(await document('inspect', 0, 'inspect', 's3://meshes/levels/tri.gltf')).toMatchObject({ triangles: 1 });
    expect(await boxwood('inspect', 's3://meshes/levels/lost.gltf')).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/s3:\/\/meshes\/levels\/lost\.gltf.*nowhere\.bin/) as string,
    });
    const address = parseAddress('https://host/dir/a.gltf?sig=1');
    expect(addressNextTo(address, 'x?y#%2e.bin')).toMatchObject({ url: 'https://host/dir/x%3Fy%23%252e.bin' });
  });

  test('of a list is checked in shards, whose reports and page are objects too', async () => {
    const lines = [
      `s3://meshes/levels/a.obj#bytes=${boxText.length}`,
      "s3://meshes/levels/b c+d'(1).obj",
      's3://meshes/levels/nowhere.obj',
    ];
    await s3.put('list.txt', lines.join('\n'));
    const list = ['check', '--files-from', 's3://meshes/list.txt', '--format', 'ndjson'];
    const codes: (number | null)[] = [];
    for (const i of [1, 2]) {
      const { exitCode, out } = await boxwood(...list, '--shard', `${i}/2`, '-o', `s3://meshes/reports/part-${i}.ndjson`);
      expect(out).toBe('');
      codes.push(exitCode);
    }
    // By bytes: the largest file alone, then the small one and the missing one.
    expect(codes).toEqual([0, 2]);
    expect((await s3.get('reports/part-1.ndjson')).trimEnd().split('\n')).toHaveLength(2);
    const merged = await document('check', 2, 'merge', 's3://meshes/reports/part-*.ndjson');
    expect((merged['files'] as { file: string }[]).map(({ file }) => file)).toEqual(lines.map((line) => line.replace(/#.*/, '')));
    const page = ['merge', 's3://meshes/reports/part-*.ndjson', '--format', 'html', '-o', 's3://meshes/reports/index.html'];
    expect((await boxwood(...page)).exitCode).toBe(2);
    expect(await s3.get('reports/index.html')).toContain('1 file not read');
    expect(await boxwood('merge', 's3://meshes/reports/part-1.ndjson')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('Shard 2/2 is missing') as string,
    });
    expect((await boxwood('check', 's3://meshes/levels/*.obj')).out).toMatch(/\n2 files, /);
  });

  test('is refused with the reason', async () => {
    const closed = await startServer(() => {});
    await closed.stop();
    for (const [args, wanted, environment = {}] of [
      [['s3://meshes/levels/none.obj'], /none\.obj: The server does not have this file\./],
      [['s3://other/a.obj'], /The bucket does not exist/],
      [[`s3://meshes/levels/a.obj#bytes=7`], /has 172 bytes, its address has 7/],
      [['s3://meshes/levels/a.obj'], /The server rejects the signature\. Check AWS_SECRET/, { AWS_SECRET_ACCESS_KEY: 'WRONGSECRET' }],
      [['s3://meshes/levels/a.obj'], /does not know the access key/, { AWS_ACCESS_KEY_ID: 'AKIAOTHER' }],
      [['s3://meshes/levels/a.obj'], /Only one of AWS_ACCESS_KEY_ID and/, { AWS_SECRET_ACCESS_KEY: '' }],
      [['s3://meshes/levels/a.obj'], /accepts no connection \(3 attempts\)/, { AWS_ENDPOINT_URL: closed.address }],
      [[`s3://meshes/levels/a.obj#sha256=${sha256('other')}`], /has the SHA-256 .*, its address has/],
      [['s3://meshes/levels/*.fbx'], /No object matches this pattern/],
      [['s3://meshes/../a.obj'], /has \. or \.\. in its key/],
      [['s3://m/a.obj'], /no valid name of a bucket/],
    ] as const) {
      const undo = withEnvironment(environment);
      const { exitCode, out, err } = await boxwood('check', ...args);
      undo();
      expect({ out, exitCode }).toEqual({ out: '', exitCode: /Only one|in its key|no valid name/.test(err) ? 64 : 2 });
      expect(err).toMatch(wanted);
      expect(err).not.toMatch(/WRONGSECRET|AKIAOTHER|S3RVER/);
    }
  });
});

describe('a mesh at https://', () => {
  test('is read after a redirect, a busy server and half a body', async () => {
    for (const path of ['ok', 'later', 'half-once', 'moved'])
      expect(await document('check', 0, 'check', `${web.address}/${path}/a.obj?${secret}`)).toMatchObject({
        file: `${web.address}/${path}/a.obj`,
        triangles: 12,
      });
    expect(web.requests.filter((request) => request.includes('/later/'))).toHaveLength(3);
  });

  test('is refused with the reason, and without its signature', async () => {
    for (const [path, wanted, requests] of [
      ['never', /The server failed with HTTP 500 \(3 attempts\)/, 3],
      ['denied', /The server denies access\. Use an address with a valid signature/, 1],
      ['half', new RegExp(`The transfer ended after \\d+ of ${boxText.length} bytes \\(3 attempts\\)`), 3],
      ['slow', /No byte arrived for 0\.4 s \(3 attempts\)/, 3],
      ['none', /The server does not have this file/, 1],
      ['plain', /The server redirects to an address that is not encrypted/, 1],
      ['circle', /The server redirects the request more than 10 times/, 11],
    ] as const) {
      const forms = path === 'denied' ? [[], ['--json'], ['--format', 'sarif', 'other.obj'], ['--debug']] : [[]];
      for (const form of forms) {
        const { exitCode, out, err } = await boxwood('check', `${web.address}/${path}/a.obj?${secret}`, ...form);
        expect(exitCode).toBe(2);
        expect(err).toMatch(wanted);
        expect(`${out}${err}`).not.toMatch(/Signature|AKIASECRET/);
      }
      expect(web.requests.filter((request) => request.includes(`/${path}/`))).toHaveLength(forms.length * requests);
    }
    for (const [address, wanted] of [
      ['http://example.com/a.obj?key=AKIASECRET', /http:\/\/example\.com\/a\.obj is not encrypted/],
      ['https://me:AKIASECRET@example.com/a.obj', /has a user or password/],
      ['https://me:AKIASECRET@[/a.obj', /The address is not valid/],
    ] as const) {
      const { exitCode, err } = await boxwood('inspect', address, '--json');
      expect(exitCode).toBe(64);
      expect(err).toMatch(wanted);
      expect(err).not.toContain('AKIASECRET');
    }
  });

  test('whose error has a text without an end fails after its beginning', async () => {
    const { exitCode, err } = await boxwood('inspect', `${web.address}/chatty/a.obj`);
    expect(exitCode).toBe(2);
    expect(err).toContain('The server refused the request with HTTP 400');
  });

  test('of a list with an invalid address is refused with its line', async () => {
    writeFileSync(join(folder, 'odd.txt'), `a.obj\nhttp://example.com/a.obj?${secret}\n`);
    const { exitCode, err } = await boxwood('check', '--files-from', 'odd.txt');
    expect(exitCode).toBe(64);
    expect(err).toMatch(/odd\.txt:2: http:\/\/example\.com\/a\.obj is not encrypted/);
    expect(err).not.toContain('AKIASECRET');
  });

  test('keeps its signature out of reports, and a new signature continues the report', async () => {
    const check = async (signature: string): Promise<string> => {
      writeFileSync(join(folder, 'signed.txt'), `${web.address}/ok/a.obj?sig=${signature}\n${web.address}/never/a.obj?sig=${signature}`);
      const { exitCode } = await boxwood('check', '--files-from', 'signed.txt', '--resume', 'signed.ndjson');
      expect(exitCode).toBe(2);
      return readFileSync(join(folder, 'signed.ndjson'), 'utf8');
    };
    const first = await check('FIRSTKEY');
    expect(await check('SECONDKEY')).toBe(first);
    expect(first).not.toMatch(/FIRSTKEY|SECONDKEY/);
    expect(await boxwood('check', 'a.obj', '--resume', 's3://meshes/run.ndjson')).toMatchObject({
      exitCode: 64,
      err: expect.stringContaining('--resume cannot append') as string,
    });
  });
});

describe('a digest in an address', () => {
  const address = (): string => `${web.address}/a.obj#sha256=${sha256(boxText)}`;
  const downloads = (): number => web.requests.filter((request) => request === 'GET /a.obj').length;

  test('finds a result in the cache without a download', async () => {
    const first = await boxwood('check', address(), '--cache', 'digests', '--json');
    const before = downloads();
    const second = await boxwood('check', address(), '--cache', 'digests', '--json');
    expect({ before, after: downloads() }).toEqual({ before: 1, after: 1 });
    expect(withoutTimes(second.out)).toBe(withoutTimes(first.out));
    expect(second.err).toContain('1 of 1 file from the cache');
  });

  test('keeps the file in the folder of downloads, and downloads it again after damage', async () => {
    const undo = withEnvironment({ BOXWOOD_DOWNLOADS: join(folder, 'downloads') });
    const before = downloads();
    for (let i = 0; i < 2; i++) expect((await boxwood('inspect', address())).exitCode).toBe(0);
    expect(downloads()).toBe(before + 1);
    const [kept] = readdirSync(join(folder, 'downloads'));
    expect(kept).toBe(`${sha256(boxText)}.download`);
    writeFileSync(join(folder, 'downloads', kept!), boxText.slice(0, 50));
    expect((await boxwood('inspect', address())).exitCode).toBe(0);
    undo();
    expect(downloads()).toBe(before + 2);
  });
});

describe('a cache at an address', () => {
  test('of S3 or of a web server serves other machines, and a folder before it is filled from it', async () => {
    for (const remote of ['s3://meshes/cache', `${web.address}/cache/`]) {
      writeFileSync(join(folder, 'local.obj'), crossed);
      const check = (near: string) => boxwood('check', 'local.obj', '--cache', near, '--cache', remote, '--json');
      const first = await check('near-1');
      expect(first.err).toContain('0 of 1 file from the cache');
      const second = await check('near-2');
      expect(second.err).toContain('1 of 1 file from the cache');
      expect(readdirSync(join(folder, 'near-2'))).toEqual(readdirSync(join(folder, 'near-1')));
      expect(withoutTimes(second.out)).toBe(withoutTimes(first.out));
      for (const near of ['near-1', 'near-2']) rmSync(join(folder, near), { recursive: true });
    }
  });

  test('that fails is reported once, and files are checked without it', async () => {
    writeFileSync(join(folder, 'one.obj'), boxText);
    writeFileSync(join(folder, 'two.obj'), crossed);
    const { exitCode, out, err } = await boxwood('check', 'one.obj', 'two.obj', '--cache', 's3://other/cache');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/\n2 files, /);
    // One line about writing; a missing bucket has no entries.
    expect(err.split('\n').filter((line) => line.includes('s3://other/cache'))).toHaveLength(1);
    const undo = withEnvironment({ AWS_SECRET_ACCESS_KEY: 'WRONGSECRET' });
    const denied = await boxwood('check', 'one.obj', 'two.obj', '--cache', 's3://meshes/cache');
    undo();
    expect(denied.exitCode).toBe(0);
    expect(denied.err.match(/This cache is not read/g)).toHaveLength(1);
    expect(denied.err.match(/The cache is not used for further results/g)).toHaveLength(1);
  });
});

describe('a request', () => {
  const url = async (text: string, environment: Readonly<Record<string, string>>): Promise<string> =>
    (await signedRequest(parseAddress(text), { method: 'GET' }, remoteSettings(environment))).url;

  test('to Amazon has the bucket in its host, or in its path if the bucket has dots', async () => {
    expect(await url('s3://crates/a b/c.obj', { AWS_REGION: 'eu-north-1' })).toBe('https://crates.s3.eu-north-1.amazonaws.com/a%20b/c.obj');
    expect(await url('s3://my.crates/c.obj', {})).toBe('https://s3.us-east-1.amazonaws.com/my.crates/c.obj');
    expect(await url('s3://crates/c.obj', { AWS_ENDPOINT_URL_S3: 'https://s3.example.com/' })).toBe('https://s3.example.com/crates/c.obj');
  });

  test('is signed with credentials only, and with the token of a session', async () => {
    const headers = async (environment: Readonly<Record<string, string>>): Promise<Headers> =>
      (await signedRequest(parseAddress('s3://crates/a'), { method: 'GET' }, remoteSettings(environment))).headers;
    expect((await headers({})).get('authorization')).toBeNull();
    const keys = { AWS_ACCESS_KEY_ID: 'AKIAX', AWS_SECRET_ACCESS_KEY: 'y', AWS_SESSION_TOKEN: 'token' };
    const signed = await headers(keys);
    expect(signed.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIAX\/\d{8}\/us-east-1\/s3\/aws4_request/);
    expect(signed.get('x-amz-security-token')).toBe('token');
  });

  test('is never printed with its query', () => {
    const hide = hideQueries(['check', `https://host/a.glb?${secret}`, '--budget=https://host/b.json?key=AKIASECRET']);
    expect(hide(`a https://host/a.glb?${secret} b https://host/b.json?key=AKIASECRET`)).toBe('a https://host/a.glb b https://host/b.json');
  });
});
