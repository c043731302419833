import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toErrorData } from '#core/error';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { openMeshBytes } from '#core/mesh/mesh-bytes';
import type { DocumentId, DocumentSummary, HostEvent, KeptSession, ReadProject, SavedProject } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { userFolder } from '../../main/projects/user-folder.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, until, warmPool } from './product.ts';

const folder = temporaryFolder();
const pool = warmPool();
const samplesFolder = join(productFolder, 'resources/samples');
let hosts: Documents[] = [];
let userData: string;
let meshes: string;
let run = 0;

beforeEach(() => {
  run += 1;
  userData = join(folder, `user ${run}`);
  meshes = join(folder, `meshes ${run}`);
  mkdirSync(meshes);
});

afterEach(async () => {
  for (const host of hosts) await host.dispose();
  hosts = [];
});

/** A process: each has its own documents, all have the folder of the user. */
function startHost(chooseProjectFile?: (name: string) => Promise<string | null>): Documents {
  const host = new Documents({ pool, samplesFolder, userFolder: userData, ...(chooseProjectFile && { chooseProjectFile }) });
  hosts.push(host);
  return host;
}

function write(name: string, text: string): string {
  const path = join(meshes, name);
  writeFileSync(path, text);
  return path;
}

async function summaryOf(host: Documents, id: DocumentId): Promise<DocumentSummary> {
  const { documents } = await host.request('list', {});
  return documents.find((document) => document.id === id)!;
}

async function ready(host: Documents, id: DocumentId): Promise<DocumentSummary> {
  let phase = '';
  host.onEvent((event: HostEvent) => {
    if (event.kind === 'documentChanged' && event.document.id === id) phase = event.document.phase;
  });
  phase = (await summaryOf(host, id)).phase;
  await until(() => ['ready', 'failed', 'cancelled'].includes(phase));
  return summaryOf(host, id);
}

async function openPath(host: Documents, path: string): Promise<DocumentSummary> {
  return ready(host, host.openPaths([path])[0]!);
}

async function openPosted(host: Documents, files: Readonly<Record<string, string>>): Promise<DocumentSummary> {
  const tokens = Object.entries(files).map(([name, text]) => host.offerBytes(name, new Uint8Array(Buffer.from(text))));
  const { documents } = await host.request('open', { files: tokens });
  return ready(host, documents[0]!);
}

function session(documents: readonly DocumentSummary[]): string {
  const tree = { ...defaultValues(buildOptions), kind: 'obb' };
  return JSON.stringify({
    version: 1,
    flySpeed: 7,
    scene: {},
    documents: documents.map(({ id, name, byteLength }) => ({ id, name, byteLength, tree })),
  });
}

function offered(host: Documents, name: string, text: string): string {
  return host.offerBytes(name, new Uint8Array(Buffer.from(text)));
}

async function save(
  host: Documents,
  documents: readonly DocumentSummary[],
  embed = false,
  fileToken: string | null = null,
): Promise<SavedProject> {
  const token = offered(host, 'session.json', session(documents));
  return (await host.request('saveProject', { session: token, name: 'level', fileToken, embed })).saved!;
}

function downloaded(host: Documents, { path }: SavedProject): Record<string, unknown> {
  const bytes = host.bakedFile(path!.replace('/bakes/', ''))!.bytes;
  const file = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  expect(isProject(file), JSON.stringify(isProject.errors)).toBe(true);
  return file;
}

const schema = JSON.parse(readFileSync(join(productFolder, 'resources/schemas/project.schema.json'), 'utf8')) as object;
const isProject = new Ajv2020({ allowUnionTypes: true }).compile(schema);

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (thrown) {
    const { code, message, location } = toErrorData(thrown);
    return `${code} ${location.file ?? ''}${location.pointer ?? ''}: ${message}`;
  }
}

async function reopened(
  host: Documents,
  files: readonly string[],
): Promise<{ read: ReadProject; summaries: (DocumentSummary | null)[]; missing: unknown }> {
  const read = (await host.request('readProject', { files })).project;
  const { documents, missing } = await host.request('openMeshes', { project: read.id });
  return { read, missing, summaries: await Promise.all(documents.map(async (id) => (id === null ? null : ready(host, id)))) };
}

describe('a project by reference', () => {
  test('that is written on disk names its meshes relative to itself, and opens in another process after both moved', async () => {
    const path = join(meshes, 'projects', 'level.boxwood-project');
    mkdirSync(join(meshes, 'projects'));
    const host = startHost(() => Promise.resolve(path));
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    const sample = await ready(host, (await host.request('openSample', { name: 'knot' })).documents[0]!);
    const saved = await save(host, [castle, sample]);
    expect(saved).toMatchObject({ name: 'level.boxwood-project', path: null });
    const file = JSON.parse(readFileSync(path, 'utf8')) as { boxwoodProject: number; meshes: { reference: unknown; sha256: string }[] };
    expect(file.boxwoodProject).toBe(1);
    expect(file.meshes.map(({ reference }) => reference)).toEqual([
      { kind: 'file', path: '../castle.obj', sideFiles: [] },
      { kind: 'sample', path: 'knot.ply' },
    ]);
    expect(file.meshes[0]!.sha256).toBe(castle.mesh!.source.sha256);
    // To the same file, without a choice.
    expect((await save(host, [castle], false, saved.fileToken)).path).toBeNull();
    await save(host, [castle, sample], false, saved.fileToken);

    renameSync(meshes, `${meshes} moved`);
    const other = startHost();
    other.openPaths([join(`${meshes} moved`, 'projects', 'level.boxwood-project')]);
    const { project } = await other.request('readWaitingProject', {});
    expect(project).toMatchObject({ name: 'level.boxwood-project', isEmbedded: false, session: { flySpeed: 7 } });
    expect((await other.request('readWaitingProject', {})).project).toBeNull();
    const { documents, missing } = await other.request('openMeshes', { project: project!.id });
    expect(missing).toEqual([]);
    const opened = await ready(other, documents[0]!);
    expect(opened).toMatchObject({ name: 'castle.obj', files: { kind: 'asRead' } });
    // Its first tree is the one of the session.
    expect(opened.trees.map(({ options }) => options.kind)).toEqual(['obb']);
    expect((await ready(other, documents[1]!)).mesh!.triangles).toBe(sample.mesh!.triangles);
    // A second opening uses the documents that are open.
    expect((await other.request('openMeshes', { project: project!.id })).documents).toEqual(documents);
  });

  test('does not read a file outside its folder that has another content and was never opened', async () => {
    const host = startHost(() => Promise.resolve(join(meshes, 'projects', 'level.boxwood-project')));
    mkdirSync(join(meshes, 'projects'));
    const castle = await openPath(host, write('castle.obj', objText(box())));
    await save(host, [castle]);
    write('castle.obj', objText(ball(8, 5)));
    const readIn = async (other: Documents): Promise<readonly unknown[]> => {
      other.openPaths([join(meshes, 'projects', 'level.boxwood-project')]);
      const { project } = await other.request('readWaitingProject', {});
      const { missing } = await other.request('openMeshes', { project: project!.id });
      return missing.map(({ why }) => why);
    };
    expect(await readIn(startHost())).toEqual([]);
    userData = join(folder, `stranger ${run}`);
    expect(await readIn(startHost())).toEqual(['../castle.obj is not in the folder of the project.']);
  });

  test('that a page saves finds files that were opened lately, files dropped with it, and copies of dropped files', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    const buffer = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
    const gltf = JSON.stringify({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ uri: 'flag.bin', byteLength: 36 }],
    });
    const tokens = [host.offerBytes('flag.gltf', new Uint8Array(Buffer.from(gltf))), host.offerBytes('flag.bin', new Uint8Array(buffer))];
    const flag = await ready(host, (await host.request('open', { files: tokens })).documents[0]!);
    expect(flag.mesh!).toMatchObject({ triangles: 1, sideSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
    await until(() => existsSync(join(userData, 'posted', flag.mesh!.source.sha256!)));
    const text = JSON.stringify(downloaded(host, await save(host, [castle, flag])));

    const other = startHost();
    const { summaries, missing } = await reopened(other, [offered(other, 'level.boxwood-project', text)]);
    expect(missing).toEqual([]);
    expect(summaries.map((summary) => summary!.mesh!.triangles)).toEqual([castle.mesh!.triangles, 1]);
    // Without what the user keeps, a project must not name files: a stranger could have written it.
    userData = join(folder, `stranger ${run}`);
    const stranger = startHost();
    const refused = await reopened(stranger, [offered(stranger, 'level.boxwood-project', text)]);
    expect(refused.summaries).toEqual([null, null]);
    expect(refused.missing).toEqual([
      { mesh: 0, name: 'castle.obj', why: 'castle.obj is not where it was when the project was saved.' },
      { mesh: 1, name: 'flag.gltf', why: 'flag.gltf is not where it was when the project was saved.' },
    ]);
    // The user chooses one of them.
    const chosen = [offered(stranger, 'castle.obj', objText(box()))];
    const { document } = await stranger.request('supplyMesh', { project: refused.read.id, mesh: 0, files: chosen });
    expect((await ready(stranger, document)).mesh!.triangles).toBe(12);
    // Files that are dropped together with the project are its meshes.
    userData = join(folder, `another stranger ${run}`);
    const last = startHost();
    const together = await reopened(last, [offered(last, 'castle.obj', objText(ball(8, 5))), offered(last, 'level.boxwood-project', text)]);
    expect(together.summaries[0]!.mesh!.triangles).toBe(castle.mesh!.triangles);
  });
});

describe('a project with embedded meshes', () => {
  test('opens without any other file, with import options, ignored findings and repaired copies', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    const ignored = [{ code: 'duplicate-triangles', detail: null, elements: null, reason: 'wanted' }];
    await host.request('ignore', { document: castle.id, ignored });
    const importing = { ...defaultValues(importOptions), triangulation: 'ears' } as const;
    const dropped = await openPosted(host, { 'box.obj': objText(box()) });
    await until(() => existsSync(join(userData, 'posted', dropped.mesh!.source.sha256!)));
    const eared = await ready(
      host,
      (await host.request('importAgain', { document: castle.id, importing, options: defaultValues(buildOptions) })).document,
    );
    await host.request('ignore', { document: eared.id, ignored });
    const repair = { document: dropped.id, options: { weld: 0 }, health: defaultValues(healthOptions), keep: true } as const;
    const { document: copyId } = await host.request('repair', repair);
    const copy = await ready(host, copyId!);
    const text = JSON.stringify(downloaded(host, await save(host, [await summaryOf(host, eared.id), dropped, copy], true)));

    userData = join(folder, `stranger ${run}`);
    rmSync(meshes, { recursive: true });
    const other = startHost();
    const { read, summaries, missing } = await reopened(other, [offered(other, 'level.boxwood-project', text)]);
    expect(missing).toEqual([]);
    expect(read.isEmbedded).toBe(true);
    expect(summaries.map((summary) => summary!.name)).toEqual(['castle.obj', 'box.obj', 'box (repaired).obj']);
    expect(summaries[0]).toMatchObject({ ignored, mesh: { importing: { triangulation: 'ears' }, triangles: castle.mesh!.triangles } });
    const before = openMeshBytes(host.meshBytes(copy.id)!);
    const after = openMeshBytes(other.meshBytes(summaries[2]!.id)!);
    expect([...after.positions]).toEqual([...before.positions]);
    expect([...after.indices]).toEqual([...before.indices]);
    // What a project contains was never chosen as a file.
    expect((await other.request('recent', {})).recent).toMatchObject([{ name: 'level.boxwood-project', kind: 'project' }]);
    // The process that saved it finds all of them open, the repaired copy too.
    const again = (await host.request('readProject', { files: [offered(host, 'level.boxwood-project', text)] })).project;
    const { documents } = await host.request('openMeshes', { project: again.id });
    expect(documents).toEqual([eared.id, dropped.id, copy.id]);
    expect(host.projects.hashOfCopy(copy.id)).toMatch(/^[0-9a-f]{64}$/);
    await host.request('close', { document: copy.id });
    expect(host.projects.hashOfCopy(copy.id)).toBeNull();
  });

  test('reports its progress while it is saved, and can be cancelled', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    const tower = await openPath(host, write('tower.obj', objText(box())));
    const token = offered(host, 'session.json', session([castle, tower]));
    const fractions: number[] = [];
    host.onEvent((event) => {
      if (event.kind !== 'projectProgress' || event.task !== token) return;
      fractions.push(event.fraction);
      void host.request('cancelProject', { task: token });
    });
    const choice = { session: token, name: 'level', fileToken: null, embed: true };
    expect(await problemOf(host.request('saveProject', choice))).toMatch(/^cancelled/);
    expect(fractions.length).toBe(1);
    expect(fractions[0]).toBeGreaterThan(0.5);
    expect((await host.request('recent', {})).recent.filter(({ kind }) => kind === 'project')).toEqual([]);
    expect(await problemOf(save(host, [castle, tower], true))).toBe('accepted');
  });

  test('is refused if a file changed since it was read', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    write('castle.obj', objText(box()));
    expect(await problemOf(save(host, [castle], true))).toBe('invalid-argument castle.obj: The file has changed on disk since it was read');
  });
});

test('a damaged project, a later version and another file are refused, and nothing is opened', async () => {
  const host = startHost();
  const castle = await openPath(host, write('castle.obj', objText(box())));
  const good = downloaded(host, await save(host, [castle]));
  const text = JSON.stringify(good);
  const [mesh] = good['meshes'] as object[];
  const wrong: readonly (readonly [text: string, problem: string])[] = [
    [text.slice(0, -20), 'malformed a.boxwood-project: This project is damaged: it is not complete JSON'],
    ['v 0 0 0', 'malformed a.boxwood-project: This project is damaged: it is not complete JSON'],
    ['{}', 'unsupported-format a.boxwood-project: This is not a Boxwood project'],
    ['[1]', 'unsupported-format a.boxwood-project: This is not a Boxwood project'],
    [
      JSON.stringify({ ...good, boxwoodProject: 2 }),
      'unsupported-dialect a.boxwood-project/boxwoodProject: This project was saved by a later version of Boxwood: its format is 2, and this version reads 1',
    ],
    [JSON.stringify({ ...good, boxwoodProject: 'x' }), 'malformed a.boxwood-project/boxwoodProject: Expected 1'],
    [JSON.stringify({ ...good, meshes: [] }), 'malformed a.boxwood-project/session/documents: Expected one document for each mesh'],
    [JSON.stringify({ ...good, meshes: [{ ...mesh, name: 5 }] }), 'malformed a.boxwood-project/meshes/0/name: Expected a name'],
    [
      JSON.stringify({ ...good, meshes: [{ ...mesh, sha256: 'x' }] }),
      'malformed a.boxwood-project/meshes/0/sha256: Expected 64 hexadecimal digits',
    ],
    [
      JSON.stringify({ ...good, meshes: [{ ...mesh, reference: { kind: 'unknown' } }] }),
      'malformed a.boxwood-project/meshes/0/reference/kind: Expected file, sample, embedded or copy',
    ],
    [
      JSON.stringify({ ...good, meshes: [{ ...mesh, importing: { colliders: 'no' } }] }),
      'malformed a.boxwood-project/meshes/0/importing: Colliders cannot be "no"',
    ],
  ];
  const problems: string[] = [];
  for (const [damaged] of wrong)
    problems.push(await problemOf(host.request('readProject', { files: [offered(host, 'a.boxwood-project', damaged)] })));
  expect(problems).toEqual(wrong.map(([, problem]) => problem));
  expect(await problemOf(host.request('readProject', { files: [offered(host, 'a.obj', 'v 0 0 0')] }))).toBe(
    'invalid-argument : None of the files is a project',
  );
  // Fields of a later version are ignored.
  const later = { ...good, clouds: 1, meshes: [{ ...mesh, weather: 2 }] };
  expect(await problemOf(host.request('readProject', { files: [offered(host, 'a.boxwood-project', JSON.stringify(later))] }))).toBe(
    'accepted',
  );
  expect((await host.request('list', {})).documents.length).toBe(1);
});

describe('a kept session', () => {
  const kept = async (host: Documents): Promise<readonly KeptSession[]> =>
    (await host.request('keptSessions', { isReloaded: false })).sessions;

  test('is offered after the process ended, and opens its files again', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    const dropped = await openPosted(host, { 'box.obj': objText(box()) });
    await until(() => existsSync(join(userData, 'posted', dropped.mesh!.source.sha256!)));
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle, dropped])) });

    const next = startHost();
    const last = (await kept(next))[0]!;
    expect(last.names).toEqual(['castle.obj', 'box.obj']);
    expect(Math.abs(Date.now() - last.savedAt)).toBeLessThan(600_000);
    // What the new process keeps does not replace it.
    await next.request('keepSession', { holds: [], session: offered(next, 'session.json', session([])) });
    const { project } = await next.request('readSession', { id: last.id });
    const { documents, missing } = await next.request('openMeshes', { project: project.id });
    expect(missing).toEqual([]);
    expect((await ready(next, documents[0]!)).mesh!.triangles).toBe(castle.mesh!.triangles);
    expect((await ready(next, documents[1]!)).mesh!.triangles).toBe(12);
    await next.request('forgetSession', { id: last.id });
    expect(await kept(startHost())).toEqual([]);
    expect(await problemOf(next.request('readSession', { id: last.id }))).toContain('no longer kept');
  });

  test('of a page that was closed is offered to the next page of the same process', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(box())));
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle])) });
    const [last] = await kept(host);
    const { project } = await host.request('readSession', { id: last!.id });
    expect((await host.request('openMeshes', { project: project.id })).documents).toEqual([castle.id]);
  });

  test('is not offered to a second page while the first is open', async () => {
    const host = startHost();
    const [closeFirst] = [host.projects.addPage(), host.projects.addPage()];
    const castle = await openPath(host, write('castle.obj', objText(box())));
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle])) });
    expect(await kept(host)).toEqual([]);
    closeFirst();
    closeFirst();
    expect((await kept(host))[0]!.names).toEqual(['castle.obj']);
  });

  test('without documents is none, and damaged files and names from outside are none', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(box())));
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle])) });
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([])) });
    expect(await kept(startHost())).toEqual([]);
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle])) });
    const [file] = readdirSync(join(userData, 'sessions'));
    writeFileSync(join(userData, 'sessions', file!), '{"boxwood');
    expect(await kept(startHost())).toEqual([]);
    expect(await problemOf(host.request('readSession', { id: '../recent.json' }))).toContain('no longer kept');
  });

  test('of earlier starts is listed newest first, with what it holds; a reloaded page leaves its own alone', async () => {
    for (const [name, holds] of [
      ['a.obj', ['ray', 'section']],
      ['b.obj', []],
    ] as const) {
      const host = startHost();
      const mesh = await openPath(host, write(name, objText(box())));
      await host.request('keepSession', { session: offered(host, 'session.json', session([mesh])), holds });
    }
    const host = startHost();
    const shown = (await kept(host)).map(({ names, holds }) => ({ names, holds }));
    expect(shown).toEqual([
      { names: ['b.obj'], holds: [] },
      { names: ['a.obj'], holds: ['ray', 'section'] },
    ]);
    const mesh = await openPath(host, write('c.obj', objText(box())));
    await host.request('keepSession', { session: offered(host, 'session.json', session([mesh])), holds: ['ray'] });
    const { sessions } = await host.request('keptSessions', { isReloaded: true });
    expect(sessions.map(({ names }) => names[0])).toEqual(['b.obj', 'a.obj']);
    const [file] = readdirSync(join(userData, 'sessions')).filter((name) => !sessions.some(({ id }) => id === name));
    await host.request('keepSession', { session: offered(host, 'session.json', session([mesh])), holds: ['sphere'] });
    expect(readFileSync(join(userData, 'sessions', file!), 'utf8')).toContain('"holds":["sphere"]');
  });

  test('with work outlives five newer ones with meshes only', async () => {
    for (const [i, holds] of [['ray'], [], [], [], [], [], []].entries()) {
      const host = startHost();
      const mesh = await openPath(host, write(`${i}.obj`, objText(box())));
      await host.request('keepSession', { session: offered(host, 'session.json', session([mesh])), holds });
    }
    const left = await kept(startHost());
    expect(left.map(({ names }) => names[0])).toEqual(['6.obj', '5.obj', '4.obj', '3.obj', '0.obj']);
    expect(readdirSync(join(userData, 'sessions')).length).toBe(5);
  });

  test('of a later version is not offered and not removed, and damaged ones are', async () => {
    const folder = join(userData, 'sessions');
    for (let i = 0; i < 6; i++) {
      const host = startHost();
      const mesh = await openPath(host, write(`${i}.obj`, objText(box())));
      await host.request('keepSession', { session: offered(host, 'session.json', session([mesh])), holds: [] });
      if (i === 0) {
        const [first] = readdirSync(folder);
        const text = readFileSync(join(folder, first!), 'utf8');
        writeFileSync(join(folder, 'session-1-00000001.json'), text.replace(/"boxwoodProject":\d+/, '"boxwoodProject":99'));
        writeFileSync(join(folder, 'session-1-00000002.json'), '{"boxwood');
        // So long ago that no process marks them any more.
        for (const id of [1, 2]) utimesSync(join(folder, `session-1-0000000${id}.json`), 1, 1);
      }
    }
    const left = await kept(startHost());
    expect(left.map(({ names }) => names[0])).toEqual(['5.obj', '4.obj', '3.obj', '2.obj', '1.obj']);
    const files = readdirSync(folder);
    expect(files).toContain('session-1-00000001.json');
    expect(files).not.toContain('session-1-00000002.json');
  });

  test('of another running process is not offered', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(box())));
    await host.request('keepSession', { holds: [], session: offered(host, 'session.json', session([castle])) });
    const [file] = readdirSync(join(userData, 'sessions'));
    // The parent of the tests runs.
    renameSync(join(userData, 'sessions', file!), join(userData, 'sessions', `session-${process.ppid}-00000000.json`));
    expect(await kept(startHost())).toEqual([]);
  });
});

describe('recent files', () => {
  const names = async (host: Documents): Promise<string[]> => (await host.request('recent', {})).recent.map(({ name }) => name);

  test('are listed newest first for every process, open again, and can be removed', async () => {
    const host = startHost();
    const events: HostEvent[] = [];
    host.onEvent((event) => events.push(event));
    await openPath(host, write('castle.obj', objText(ball(8, 5))));
    await openPosted(host, { 'box.obj': objText(box()) });
    await until(() => events.filter(({ kind }) => kind === 'recentChanged').length === 2);
    const other = startHost();
    const { recent } = await other.request('recent', {});
    expect(recent).toMatchObject([
      { name: 'box.obj', kind: 'mesh', folder: null },
      { name: 'castle.obj', kind: 'mesh', folder: `meshes ${run}` },
    ]);
    expect(JSON.stringify(recent)).not.toContain(folder);
    // What is open already is used.
    for (const { id, name } of recent) {
      const { documents } = await host.request('openRecent', { id });
      expect(await summaryOf(host, documents[0]!)).toMatchObject({ name });
    }
    expect((await host.request('list', {})).documents.length).toBe(2);
    for (const { id, name } of recent) {
      const { documents } = await other.request('openRecent', { id });
      expect(await ready(other, documents[0]!)).toMatchObject({ name, phase: 'ready' });
    }
    await expect.poll(() => names(other)).toEqual(['castle.obj', 'box.obj']);
    await other.request('forgetRecent', { id: recent[0]!.id });
    expect(await names(host)).toEqual(['castle.obj']);
    await other.request('forgetRecent', { id: null });
    expect(await names(host)).toEqual([]);
    expect(readdirSync(join(userData, 'posted'))).toEqual([]);
  });

  test('contain a project that a page saved, once, however often it is saved', async () => {
    const host = startHost();
    const castle = await openPath(host, write('castle.obj', objText(ball(8, 5))));
    await save(host, [castle]);
    const tower = await openPath(host, write('tower.obj', objText(box())));
    await save(host, [castle, tower]);
    await expect.poll(() => names(host)).toEqual(['level.boxwood-project', 'tower.obj', 'castle.obj']);
    const { id } = (await host.request('recent', {})).recent[0]!;
    const { project } = await host.request('openRecent', { id });
    expect(await host.request('openMeshes', { project: project!.id })).toEqual({ documents: [castle.id, tower.id], missing: [] });
  });

  test('that no longer exist are reported in one sentence, and stay until they are removed', async () => {
    const host = startHost();
    const path = write('castle.obj', objText(box()));
    await openPath(host, path);
    await expect.poll(() => names(host)).toEqual(['castle.obj']);
    rmSync(path);
    const { id } = (await host.request('recent', {})).recent[0]!;
    expect(await problemOf(host.request('openRecent', { id }))).toBe('unreadable castle.obj: The file is no longer where it was');
    expect(await names(host)).toEqual(['castle.obj']);
    expect((await host.request('list', {})).documents.length).toBe(1);
  });

  test('of samples are not listed, and a damaged list is empty', async () => {
    const host = startHost();
    await ready(host, (await host.request('openSample', { name: 'knot' })).documents[0]!);
    expect(await names(host)).toEqual([]);
    mkdirSync(userData, { recursive: true });
    writeFileSync(join(userData, 'recent.json'), '{"recent":1,"files":[{"id":3}, 5');
    expect(await names(host)).toEqual([]);
    writeFileSync(join(userData, 'recent.json'), '{"recent":1,"files":[{"id":3}, 5]}');
    expect(await names(host)).toEqual([]);
  });
});

test('the folder of the user is that of the system, and can be set or switched off', () => {
  expect(userFolder('linux', { XDG_STATE_HOME: '/state' })).toBe('/state/boxwood');
  expect(userFolder('linux', { BOXWOOD_DATA: '/elsewhere' })).toBe('/elsewhere');
  expect(userFolder('linux', { BOXWOOD_DATA: '' })).toBeNull();
  expect(userFolder('darwin', {})).toContain('Application Support');
});
