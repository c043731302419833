import { unknownSpace } from '#core/mesh/source-space';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import type { IgnoredFinding } from '#core/ignored-finding';
import { InspectorError, type InspectorErrorData } from '#core/error';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import { triangleCount, vertexCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { treeStatistics } from '#core/tree/statistics';
import {
  meshPath,
  treePath,
  type Connection,
  type DocumentId,
  type DocumentSummary,
  type FileState,
  type Host,
  type HostEvent,
  type MeshSummary,
  type Phase,
  type ReplyOf,
  type RequestName,
  type RequestOf,
  type TreeSummary,
} from '#host-api';

interface FakeDocument {
  summary: DocumentSummary;
  readonly mesh: TriangleMesh;
  readonly trees: Map<number, ArrayBuffer>;
}

/** A host in memory that does what a test tells it: meshes are real, trees are built by `core`, time is the test's. */
export interface FakeHost extends Host {
  /** Every request so far, as `name` and what it took. */
  readonly requests: { readonly name: RequestName; readonly request: unknown }[];
  readonly fetched: string[];
  /** What was saved, as `path name`. */
  readonly saved: string[];
  /** Begins an import, for which it may take the place of another document; the page is told. */
  begin(name: string, replaces?: DocumentId | null, made?: Pick<DocumentSummary, 'colliderOf' | 'editOf'>): DocumentId;
  /** The mesh is parsed and can be fetched. */
  parsed(id: DocumentId, mesh: TriangleMesh, reported?: Partial<MeshSummary>): void;
  /** The first tree is built. */
  ready(id: DocumentId): void;
  fail(id: DocumentId, error: InspectorErrorData): void;
  /** Something became of its files. */
  filesBecame(id: DocumentId, files: FileState): void;
  /** Another window let these be. */
  ignoredBecame(id: DocumentId, ignored: readonly IgnoredFinding[]): void;
  close(id: DocumentId): void;
  /** What the next `open` or `openSample` answers. */
  openNext(ids: readonly DocumentId[]): void;
  progress(id: DocumentId, phase: Phase, fraction: number): void;
  /** Refuses the next request of a name. */
  refuse(name: RequestName, error: InspectorErrorData): void;
  /** Keeps the next reply to a request back until the function that it returns is called. */
  hold(name: RequestName): () => void;
  /** The progress of a project that is saved or read. */
  tellProject(task: string, fraction: number): void;
  setConnection(connection: Connection): void;
  /** Tells nothing of what happens from here on, or all again: the connection is gone. */
  setTelling(reporting: boolean): void;
  /** The reply to the next requests of a name, in order; without one there is a plain reply. */
  replyWith(name: RequestName, reply: unknown): void;
  /** The texts that were offered, newest last. */
  readonly texts: string[];
  /** Forgets everything, as a restarted process does, without telling. */
  restart(): void;
}

export function createFakeHost(): FakeHost {
  const documents = new Map<DocumentId, FakeDocument>();
  const listeners = new Set<(event: HostEvent) => void>();
  const connections = new Set<(connection: Connection) => void>();
  const refusals = new Map<RequestName, InspectorErrorData>();
  const held = new Map<RequestName, Promise<void>>();
  const requests: FakeHost['requests'] = [];
  const fetched: string[] = [];
  const saved: string[] = [];
  const texts: string[] = [];
  const replies = new Map<RequestName, unknown[]>();
  let opened: readonly DocumentId[] = [];
  let notes: string | null = null;
  let serial = 0;
  let connection: Connection = 'open';

  let reporting = true;
  const tell = (event: HostEvent): void => {
    if (reporting) for (const listener of listeners) listener(event);
  };
  const change = (id: DocumentId, part: Partial<DocumentSummary>): void => {
    const document = documents.get(id)!;
    document.summary = { ...document.summary, ...part };
    tell({ kind: 'documentChanged', document: document.summary });
  };
  const close = (document: DocumentId): void => {
    documents.delete(document);
    tell({ kind: 'documentClosed', document });
  };
  const build = (id: DocumentId, options: BuildOptions): TreeSummary => {
    const document = documents.get(id)!;
    const held = document.summary.trees.find((tree) => JSON.stringify(tree.options) === JSON.stringify(options));
    if (held !== undefined) return held;
    const bytes = buildTree(document.mesh, options);
    const tree = { id: ++serial, options, statistics: treeStatistics(openTree(bytes)), milliseconds: 1 };
    document.trees.set(tree.id, bytes);
    return tree;
  };
  const result = (name: RequestName, request: unknown): unknown => {
    switch (name) {
      case 'list':
        return { documents: [...documents.values()].map(({ summary }) => summary) };
      case 'samples':
        return { samples: [{ name: 'box', title: 'A box', group: 'Meshes', triangles: 12 }] };
      case 'about':
        return { version: '1.2.3', electron: null, node: '20.0.0' };
      case 'open':
        return { documents: opened };
      case 'openSample':
        return { documents: opened, scene: null };
      case 'reload':
      case 'chooseScene':
      case 'importAgain':
        return { document: opened[0] };
      case 'build': {
        const { document, options } = request as RequestOf<'build'>;
        const tree = build(document, options);
        change(document, { trees: [...documents.get(document)!.summary.trees.filter(({ id }) => id !== tree.id), tree] });
        return { tree };
      }
      case 'bake': {
        const { document, format } = request as RequestOf<'bake'>;
        const name = `${documents.get(document)!.summary.name}.${format}`;
        return { file: { path: '/bakes/1', name, byteLength: 100, notes: [], queries: 16 } };
      }
      case 'repair': {
        const { keep } = request as RequestOf<'repair'>;
        const size = { before: 12, after: 12 };
        return {
          report: { steps: [], triangles: size, vertices: size, findings: [], raised: [], milliseconds: 1 },
          document: keep ? (opened[0] ?? null) : null,
        };
      }
      case 'makeCollider': {
        const { keep } = request as RequestOf<'makeCollider'>;
        const body = { name: 'box_hull_01', convex: true, vertices: 8, faces: 6, volume: 8, area: 24 };
        const made = {
          bodies: [body],
          packs: [],
          notes: [],
          openEdges: [],
          rating: null,
          overLimit: [],
          triangles: 12,
          vertices: 8,
          milliseconds: 1,
        };
        return { made, document: keep ? (opened[0] ?? null) : null };
      }
      case 'colliderRegions':
        return { tolerance: 0.1, invisibleWall: null, fallThrough: null, milliseconds: 1 };
      case 'compareColliders':
        return { colliders: [], skipped: [], openEdges: [], volume: 8, milliseconds: 1 };
      case 'keepCollider':
        return { document: opened[0] };
      case 'ignore': {
        const { document, ignored } = request as RequestOf<'ignore'>;
        change(document, { ignored: structuredClone(ignored) });
        return {};
      }
      case 'offerText':
        return { token: 'text' };
      case 'cancelProject':
        return {};
      case 'saveProject': {
        const { name, fileToken } = request as RequestOf<'saveProject'>;
        return { saved: { name: `${name}.boxwood-project`, byteLength: 10, path: fileToken === null ? '/bakes/2' : null, fileToken } };
      }
      case 'readWaitingProject':
        return { project: null };
      case 'readWaitingScene':
        return { scene: null };
      case 'openCopy':
        return { document: opened[0] };
      case 'keptSessions':
        return { sessions: [] };
      case 'recent':
        return { recent: [] };
      case 'openRecent':
        return { documents: opened, project: null };
      case 'supplyMesh':
        return { document: opened[0] };
      case 'openMeshes':
        return { documents: opened, missing: [] };
      case 'readScene':
      case 'readProject':
      case 'readSession':
        throw new Error(`no reply to ${name}`);
      case 'keepSession':
      case 'forgetSession':
      case 'forgetRecent':
      case 'cancel':
        return {};
      case 'close': {
        const { document } = request as RequestOf<'close'>;
        close(document);
        return {};
      }
    }
  };

  return {
    shell: 'browser',
    requests,
    fetched,
    saved,
    async request<Name extends RequestName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> {
      requests.push({ name, request });
      await Promise.resolve();
      const refusal = refusals.get(name);
      refusals.delete(name);
      if (refusal !== undefined) throw new InspectorError(refusal);
      // `answer` gives the reply of the name it is asked for.
      const reply = (replies.get(name)?.shift() ?? result(name, request)) as ReplyOf<Name>;
      const release = held.get(name);
      held.delete(name);
      await release;
      return reply;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection(listener) {
      connections.add(listener);
      listener(connection);
      return () => connections.delete(listener);
    },
    async fetchBytes(path) {
      fetched.push(path);
      await Promise.resolve();
      for (const [id, { mesh, trees }] of documents) {
        if (path === meshPath(id)) return writeMeshBytes(mesh, (length) => new ArrayBuffer(length));
        for (const [tree, bytes] of trees) if (path === treePath(id, tree)) return bytes;
      }
      throw new InspectorError({ code: 'invalid-bytes', message: 'No such bytes', fix: 'Open the file again', location: { file: path } });
    },
    saveFile(path, name) {
      saved.push(`${path} ${name}`);
    },
    texts,
    replyWith: (name, reply) => void replies.set(name, [...(replies.get(name) ?? []), reply]),
    async offerText(_name, text) {
      texts.push(text);
      return 'text';
    },
    readNotes: () => notes,
    writeNotes(text) {
      notes = text;
    },
    async offerFiles(files, progress) {
      progress(1);
      return files.map(({ path }) => `token of ${path}`);
    },
    begin(name, replaces = null, made = {}) {
      const id = ++serial;
      const summary: DocumentSummary = {
        id,
        name,
        byteLength: 100,
        phase: 'reading',
        progress: 0,
        replaces,
        files: { kind: 'asRead' },
        mesh: null,
        trees: [],
        ignored: [],
        bake: null,
        repair: null,
        repairOf: null,
        ...made,
        error: null,
      };
      documents.set(id, { summary, mesh: { positions: new Float64Array(0), indices: new Uint32Array(0), parts: [] }, trees: new Map() });
      tell({ kind: 'documentChanged', document: summary });
      return id;
    },
    progress(id, phase, progress) {
      tell({ kind: 'documentProgress', document: id, phase, progress });
    },
    parsed(id, mesh, more = {}) {
      documents.set(id, { ...documents.get(id)!, mesh });
      const triangles = triangleCount(mesh);
      const reported = {
        format: 'obj',
        dialect: 'OBJ',
        source: { file: 'a.obj', dialect: 'OBJ', byteLength: 100, sha256: 'ab'.repeat(32) },
        sideSha256: null,
        units: null,
        space: unknownSpace,
        scenes: null,
        importing: defaultValues(importOptions),
        colliders: [],
        triangles,
        vertices: vertexCount(mesh),
        byteLength: 1,
        findings: [],
        readMilliseconds: 1,
        parseMilliseconds: 1,
        ...more,
      } as const;
      change(id, { phase: 'building', progress: 0, mesh: reported });
    },
    ready(id) {
      change(id, { phase: 'ready', progress: 1, trees: [build(id, defaultValues(buildOptions))] });
    },
    fail(id, error) {
      change(id, { phase: 'failed', error });
    },
    filesBecame(id, files) {
      change(id, { files });
    },
    ignoredBecame(id, ignored) {
      change(id, { ignored });
    },
    close,
    openNext(ids) {
      opened = ids;
    },
    refuse(name, error) {
      refusals.set(name, error);
    },
    setConnection(now) {
      connection = now;
      for (const listener of connections) listener(now);
    },
    tellProject(task, fraction) {
      tell({ kind: 'projectProgress', task, fraction });
    },
    hold(name) {
      let release = (): void => {};
      held.set(name, new Promise((resolve) => (release = resolve)));
      return release;
    },
    setTelling(now) {
      reporting = now;
    },
    restart() {
      documents.clear();
    },
  };
}

/** Waits until everything that was begun has been answered. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
