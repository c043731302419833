import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { buildOptions, checkValues, importOptions, sameValues } from '#core/options';
import { InspectorError } from '#core/error';
import { projectExtension } from '#host-api';
import type { DocumentId, HostEvent, LastSession, OpenedMeshes, ProjectId, ReadProject, SavedProject } from '#host-api';
import { sourceName, type FileSource } from '../documents/file-source.ts';
import type { DocumentOrigin } from '../documents/open-document-options.ts';
import { readSource } from '../documents/read-source.ts';
import { writeAtomically } from '../documents/write-atomically.ts';
import { KeptSessions } from './kept-sessions.ts';
import { embeddedFiles, findMesh, type MeshSearch, referenceTo, whyMissing } from './mesh-references.ts';
import { type PostedFile, PostedFiles } from './posted-files.ts';
import { isProjectName, type ProjectFile, type ProjectMesh, readProject, writeProject } from './project-file.ts';
import { type RecentEntry, RecentFiles } from './recent-files.ts';

/** An open document, as a project needs it. */
export interface ProjectDocument {
  readonly id: DocumentId;
  readonly name: string;
  readonly byteLength: number;
  readonly ignored: ProjectMesh['ignored'];
  readonly origin: DocumentOrigin;
  /** Bakes the mesh to a `.boxwood` file: what is embedded of a repaired copy. */
  readonly bake: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}

export interface ProjectsOptions {
  /** Folder for what is kept between starts; `null` keeps nothing. */
  readonly userFolder: string | null;
  readonly samplesFolder: string;
  readonly maxBytes: number;
  /** Lets the user choose the file of a project; `undefined` if only the page can save. `null`: cancelled. */
  readonly chooseProjectFile: ((name: string) => Promise<string | null>) | undefined;
  /** Opens files, the mesh first. */
  readonly open: (files: readonly FileSource[], mesh: ProjectMesh) => DocumentId;
  readonly documents: () => readonly ProjectDocument[];
  /** Returns a temporary path for bytes that the page saves. */
  readonly offerDownload: (name: string, bytes: Uint8Array) => string;
  readonly emit: (event: HostEvent) => void;
}

/** More bytes of embedded meshes do not fit into a JSON text. */
const maxEmbeddedBytes = 360 * 2 ** 20;
/** Projects whose meshes can still be opened. */
const maxRead = 8;

/** Project files, kept sessions and recent files. */
export class ProjectStore {
  readonly recent: RecentFiles;
  readonly posted: PostedFiles;
  readonly #options: ProjectsOptions;
  readonly #sessions: KeptSessions;
  readonly #read = new Map<ProjectId, { readonly file: ProjectFile; readonly search: MeshSearch }>();
  /** Paths of project files by their tokens. */
  readonly #paths = new Map<string, string>();
  readonly #waiting: FileSource[] = [];
  #lastProject: ProjectId = 0;
  /** Open pages, as far as the shell knows them. */
  #pages = 0;

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.posted = new PostedFiles(options.userFolder);
    this.recent = new RecentFiles(options.userFolder, (recent) => options.emit({ kind: 'recentChanged', recent }));
    this.#sessions = new KeptSessions(options.userFolder);
  }

  dispose(): void {
    this.#sessions.dispose();
  }

  /** A document was imported: it is a recent file, and a posted one is copied. */
  async noteImported(name: string, { kind, sha256, paths }: DocumentOrigin, files: readonly FileSource[]): Promise<void> {
    const isSample = paths[0] !== undefined && dirname(paths[0]) === this.#options.samplesFolder;
    if (kind === 'copy' || isSample) return;
    if (kind === 'disk') return this.recent.add({ kind: 'mesh', name, paths, posted: null });
    if (sha256 === null) return;
    await this.posted.keep(sha256, files.filter(isPosted));
    await this.recent.add({ kind: 'mesh', name, paths: [], posted: sha256 });
  }

  /** A project that the command line or the system named: a page has to open it. */
  wait(project: FileSource): void {
    this.#waiting.push(project);
    this.#options.emit({ kind: 'projectWaits' });
  }

  async readWaiting(): Promise<ReadProject | null> {
    const project = this.#waiting.shift();
    return project === undefined ? null : this.read([project]);
  }

  /** Reads the project among files. @throws InspectorError `invalid-argument` without one; as `readProject`. */
  async read(files: readonly FileSource[]): Promise<ReadProject> {
    const source = files.find((file) => isProjectName(sourceName(file)));
    if (source === undefined) throw noProject();
    const name = sourceName(source);
    const bytes = await readSource(source, { maxBytes: this.#options.maxBytes });
    const project = readProject(bytes, name);
    await this.#noteProject(source, bytes);
    const folder = source.kind === 'disk' ? dirname(source.path) : null;
    const offered = files.filter((file) => file !== source);
    const fileToken = source.kind === 'disk' ? this.#tokenOf(source.path) : null;
    return this.#hold(project, name, fileToken, { ...this.#meshSearch(), folder, offered });
  }

  /** Opens the files that the user chose for a missing mesh. @throws InspectorError `invalid-argument`. */
  supply(project: ProjectId, mesh: number, files: readonly FileSource[]): DocumentId {
    const missing = this.#read.get(project)?.file.meshes[mesh];
    if (missing === undefined || files.length === 0) throw unknownProject();
    const byName = files.find((file) => sourceName(file) === missing.name) ?? files[0]!;
    return this.#options.open([byName, ...files.filter((file) => file !== byName)], missing);
  }

  /** Saves the session of a page as a project; `null` if the user cancels. @throws InspectorError as reading and writing refuse. */
  async save(session: FileSource, name: string, fileToken: string | null, embed: boolean): Promise<SavedProject | null> {
    const fileName = isProjectName(name) ? name : `${name}.${projectExtension}`;
    const known = fileToken === null ? null : (this.#paths.get(fileToken) ?? null);
    if (fileToken !== null && known === null) throw unknownProject();
    const { chooseProjectFile } = this.#options;
    const chosen = known ?? (chooseProjectFile === undefined ? null : await chooseProjectFile(fileName));
    if (chosen === null && chooseProjectFile !== undefined) return null;
    const meshes = await this.#meshesOf(await parsedSession(session), embed, chosen === null ? null : dirname(chosen));
    const bytes = writeProject({ meshes: meshes.meshes, session: meshes.session, savedAt: Date.now() });
    if (chosen === null) {
      return { name: fileName, byteLength: bytes.length, path: this.#options.offerDownload(fileName, bytes), fileToken: null };
    }
    await writeAtomically(chosen, bytes, { approve: () => Promise.resolve(true), signal: new AbortController().signal });
    await this.recent.add({ kind: 'project', name: basename(chosen), paths: [chosen], posted: null });
    return { name: basename(chosen), byteLength: bytes.length, path: null, fileToken: this.#tokenOf(chosen) };
  }

  /** Keeps the session of a page for the next start. */
  async keep(session: FileSource): Promise<void> {
    const { meshes, session: kept } = await this.#meshesOf(await parsedSession(session), false, null);
    await this.#sessions.keep({ meshes, session: kept, savedAt: Date.now() });
  }

  last(): Promise<LastSession | null> {
    return this.#sessions.last(this.#pages > 1);
  }

  /** A page is open until the returned function is called. */
  addPage(): () => void {
    this.#pages += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#pages -= 1;
      isOpen = false;
    };
  }

  /** Reads a kept session as a project. @throws InspectorError `invalid-argument` if there is none. */
  async readSession(id: string): Promise<ReadProject> {
    const session = await this.#sessions.read(id);
    if (session === null) throw noSession();
    // The file is our own: it names what the user had opened.
    return this.#hold(session, 'Last session', null, { ...this.#meshSearch(), mayRead: () => Promise.resolve(true) });
  }

  forget(id: string): Promise<void> {
    return this.#sessions.forget(id);
  }

  /** Returns the files of a recent entry. @throws InspectorError `unreadable` if they no longer exist. */
  async filesOfRecent(id: string): Promise<{ readonly kind: RecentEntry['kind']; readonly files: readonly FileSource[] }> {
    const entry = await this.recent.find(id);
    if (entry === null) throw notRecent();
    const { kind, name, paths, posted } = entry;
    const search: MeshSearch = { ...this.#meshSearch(), mayRead: () => Promise.resolve(true) };
    const [path = name, ...sideFiles] = paths;
    const reference = { kind: 'file', path, sideFiles } as const;
    const files = await findMesh({ name, byteLength: 0, sha256: posted, importing: noImport, tree: null, ignored: [], reference }, search);
    if (files === null) throw goneFile(name, paths.length > 0);
    return { kind, files };
  }

  /** Opens the meshes of a project; those that are open already are used. @throws InspectorError `invalid-argument`. */
  async openMeshes(id: ProjectId): Promise<OpenedMeshes> {
    const project = this.#read.get(id);
    if (project === undefined) throw unknownProject();
    const { file, search } = project;
    const found = await Promise.all(file.meshes.map((mesh) => this.#findOpen(mesh, search)));
    const taken = new Set<DocumentId>();
    const documents = file.meshes.map((mesh, i) => {
      const { open, files } = found[i]!;
      const same = open.find((other) => !taken.has(other));
      const document = same ?? (files === null ? null : this.#options.open(files, mesh));
      if (document !== null) taken.add(document);
      return document;
    });
    const missing = file.meshes.flatMap((mesh, i) =>
      documents[i] === null ? [{ mesh: i, name: mesh.name, why: whyMissing(mesh, search) }] : [],
    );
    return { documents, missing };
  }

  #hold(file: ProjectFile, name: string, fileToken: string | null, search: MeshSearch): ReadProject {
    const id = ++this.#lastProject;
    this.#read.set(id, { file, search });
    for (const oldest of this.#read.keys()) if (oldest <= id - maxRead) this.#read.delete(oldest);
    const isEmbedded = file.meshes.some(({ reference }) => reference.kind === 'embedded');
    return { id, name, fileToken, isEmbedded, session: file.session };
  }

  /** Returns the open documents with the same content, and the files for another one. */
  async #findOpen(
    mesh: ProjectMesh,
    search: MeshSearch,
  ): Promise<{ readonly open: readonly DocumentId[]; readonly files: readonly FileSource[] | null }> {
    const open = this.#options
      .documents()
      .filter(
        ({ name, origin }) =>
          mesh.sha256 !== null &&
          name === mesh.name &&
          origin.sha256 === mesh.sha256 &&
          sameValues(importOptions, origin.importing, mesh.importing),
      )
      .map(({ id }) => id);
    return { open, files: await findMesh(mesh, search) };
  }

  /** Returns the meshes of a session's documents. Documents that were closed meanwhile are an error of the page. */
  async #meshesOf(session: SessionText, embed: boolean, folder: string | null): Promise<{ meshes: ProjectMesh[]; session: unknown }> {
    const open = new Map(this.#options.documents().map((document) => [document.id, document]));
    const meshes: ProjectMesh[] = [];
    let left = maxEmbeddedBytes;
    for (const { id, tree } of session.documents) {
      const document = open.get(id);
      if (document === undefined) throw closedMeanwhile();
      const { name, byteLength, ignored, origin } = document;
      const mesh = { name, byteLength, sha256: origin.sha256, importing: origin.importing, tree: treeOf(tree), ignored };
      if (!embed) meshes.push({ ...mesh, reference: referenceTo(origin, this.#options.samplesFolder, folder) });
      else {
        const embedded = await this.#embedded(document, left);
        left -= embedded.embeddedBytes;
        meshes.push({ ...mesh, ...embedded.mesh });
      }
    }
    return { meshes, session: session.value };
  }

  /** Returns a mesh with its files, and the bytes of all of them. @throws InspectorError `too-large`, before they are encoded. */
  async #embedded(
    document: ProjectDocument,
    maxBytes: number,
  ): Promise<{ readonly embeddedBytes: number; readonly mesh: Pick<ProjectMesh, 'name' | 'byteLength' | 'reference' | 'sha256'> }> {
    const { name, byteLength, origin, bake } = document;
    if (origin.kind !== 'copy') {
      const embedded = await embeddedFiles(name, origin, this.posted, maxBytes).catch((thrown: unknown) => {
        if (thrown instanceof InspectorError && thrown.code === 'too-large') return null;
        throw thrown;
      });
      if (embedded === null) throw tooLarge();
      return { embeddedBytes: embedded.byteLength, mesh: { name, byteLength, sha256: origin.sha256, reference: embedded.reference } };
    }
    const baked = await bake();
    const bytes = baked.bytes.length;
    if (bytes > maxBytes) throw tooLarge();
    const files = [{ path: baked.name, base64: Buffer.from(baked.bytes).toString('base64') }];
    return { embeddedBytes: bytes, mesh: { name: baked.name, byteLength: bytes, sha256: null, reference: { kind: 'embedded', files } } };
  }

  async #noteProject(source: FileSource, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const name = sourceName(source);
    if (source.kind === 'disk') return this.recent.add({ kind: 'project', name, paths: [source.path], posted: null });
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    await this.posted.keep(sha256, [source]);
    await this.recent.add({ kind: 'project', name, paths: [], posted: sha256 });
  }

  #tokenOf(path: string): string {
    const known = [...this.#paths].find(([, other]) => other === path)?.[0];
    const token = known ?? randomBytes(16).toString('hex');
    this.#paths.set(token, path);
    return token;
  }

  #meshSearch(): MeshSearch {
    const { samplesFolder } = this.#options;
    return { folder: null, offered: [], samplesFolder, posted: this.posted, mayRead: (path) => this.recent.knows(path) };
  }
}

const noImport = checkValues(importOptions, {});

interface SessionText {
  readonly value: unknown;
  readonly documents: readonly { readonly id: DocumentId; readonly tree: unknown }[];
}

/** Reads the documents of a session; the rest belongs to the page. @throws InspectorError `invalid-argument`. */
async function parsedSession(source: FileSource): Promise<SessionText> {
  const bytes = await readSource(source, { maxBytes: 2 ** 28 });
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { readonly documents: SessionText['documents'] };
    if (value.documents.every(({ id }) => Number.isSafeInteger(id))) return { value, documents: value.documents };
  } catch {
    // As any other text.
  }
  throw new InspectorError({ code: 'invalid-argument', message: 'The text is not a session', fix: 'Reload the page', location: {} });
}

/** An unknown option is left to the page. */
function treeOf(tree: unknown): ProjectMesh['tree'] {
  try {
    return tree === null || tree === undefined ? null : checkValues(buildOptions, tree as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
}

function isPosted(source: FileSource): source is PostedFile {
  return source.kind === 'memory';
}

function noProject(): InspectorError {
  const fix = `Choose a file that ends in .${projectExtension}`;
  return new InspectorError({ code: 'invalid-argument', message: 'None of the files is a project', fix, location: {} });
}

function unknownProject(): InspectorError {
  const fix = 'Open the project again, or save it under another name';
  return new InspectorError({ code: 'invalid-argument', message: 'The project is no longer known', fix, location: {} });
}

function noSession(): InspectorError {
  const fix = 'Open its files from the list of recent files';
  return new InspectorError({ code: 'invalid-argument', message: 'The last session is no longer kept', fix, location: {} });
}

function notRecent(): InspectorError {
  const fix = 'Open the file itself';
  return new InspectorError({ code: 'invalid-argument', message: 'The entry is no longer in the list of recent files', fix, location: {} });
}

function goneFile(file: string, wasOnDisk: boolean): InspectorError {
  const message = wasOnDisk ? 'The file is no longer where it was' : 'The copy of the dropped file is no longer kept';
  return new InspectorError({
    code: 'unreadable',
    message,
    fix: 'Open it from its new folder, or remove it from the list',
    location: { file },
  });
}

function closedMeanwhile(): InspectorError {
  const fix = 'Save again';
  return new InspectorError({ code: 'invalid-argument', message: 'A document was closed while it was saved', fix, location: {} });
}

function tooLarge(): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The meshes have more than ${maxEmbeddedBytes / 2 ** 20} MiB, which one project file cannot hold`,
    fix: 'Save the project without embedded meshes',
    location: {},
  });
}
