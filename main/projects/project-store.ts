import { randomBytes } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { checkValues, importOptions, sameValues } from '#core/options';
import { projectExtension } from '#host-api';
import type { DocumentId, HostEvent, KeptSession, OpenedMeshes, ProjectId, ReadProject, SavedProject } from '#host-api';
import { sourceName, type FileSource } from '../documents/file-source.ts';
import type { DocumentOrigin } from '../documents/open-document-options.ts';
import { readSource } from '../documents/read-source.ts';
import { writeAtomically } from '../documents/write-atomically.ts';
import { KeptSessions } from './kept-sessions.ts';
import { findMesh, type MeshSearch, whyMissing } from './mesh-references.ts';
import { type PostedFile, PostedFiles } from './posted-files.ts';
import { goneFile, noProject, noSession, notRecent, unknownProject } from './project-errors.ts';
import { isProjectName, type ProjectFile, type ProjectMesh, readProject, writeProject } from './project-file.ts';
import { pauseOf, type ProjectTask, ProjectTasks } from './project-tasks.ts';
import { type RecentEntry, RecentFiles } from './recent-files.ts';
import { parsedSession, type ProjectDocument, savedMeshes, type SessionText } from './saved-meshes.ts';

/** How a project is saved; see `saveProject`. */
export interface SaveChoice {
  readonly name: string;
  readonly fileToken: string | null;
  readonly embed: boolean;
}

/** The files of a recent entry. */
export interface FoundRecent {
  readonly kind: RecentEntry['kind'];
  readonly files: readonly FileSource[];
  /** The open document of the same file; `null` for none. */
  readonly open: DocumentId | null;
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

/** Projects whose meshes can still be opened. */
const maxRead = 8;

/** Project files, kept sessions and recent files. */
export class ProjectStore {
  readonly recent: RecentFiles;
  readonly posted: PostedFiles;
  /** Running saves and reads. */
  readonly tasks: ProjectTasks;
  readonly #options: ProjectsOptions;
  readonly #sessions: KeptSessions;
  readonly #read = new Map<ProjectId, { readonly file: ProjectFile; readonly search: MeshSearch }>();
  /** Paths of project files by their tokens. */
  readonly #paths = new Map<string, string>();
  /** Hashes of the repaired copies that were embedded: a project that holds one finds it open. */
  readonly #copies = new Map<DocumentId, string>();
  readonly #waiting: FileSource[] = [];
  #lastProject: ProjectId = 0;
  /** Open pages, as far as the shell knows them. */
  #pages = 0;

  constructor(options: ProjectsOptions) {
    this.#options = options;
    this.posted = new PostedFiles(options.userFolder);
    this.recent = new RecentFiles(options.userFolder, (recent) => options.emit({ kind: 'recentChanged', recent }));
    this.#sessions = new KeptSessions(options.userFolder);
    this.tasks = new ProjectTasks((task, fraction) => options.emit({ kind: 'projectProgress', task, fraction }));
  }

  dispose(): void {
    this.#sessions.dispose();
  }

  /** A scene on this machine was opened: it is a recent file unless it is a sample. */
  listScene(path: string): void {
    if (dirname(path) === resolve(this.#options.samplesFolder)) return;
    void this.recent.add({ kind: 'scene', name: basename(path), paths: [path], posted: null });
  }

  /** A document was imported: it is a recent file unless a project holds it, and a posted one is copied. */
  async noteImported(name: string, { kind, sha256, paths }: DocumentOrigin, files: readonly FileSource[]): Promise<void> {
    const isSample = paths[0] !== undefined && dirname(paths[0]) === resolve(this.#options.samplesFolder);
    if (kind === 'copy' || isSample) return;
    if (kind === 'disk') return this.recent.add({ kind: 'mesh', name, paths, posted: null });
    if (sha256 === null) return;
    const posted = files.filter(isPosted);
    await this.posted.keep(sha256, posted);
    if (posted[0]?.isUnlisted !== true) await this.recent.add({ kind: 'mesh', name, paths: [], posted: sha256 });
  }

  /** Returns the hash of a repaired copy that was embedded; `null` for any other document. */
  hashOfCopy(document: DocumentId): string | null {
    return this.#copies.get(document) ?? null;
  }

  /** A document was closed. */
  noteClosed(document: DocumentId): void {
    this.#copies.delete(document);
  }

  /** A project that the command line or the system named: a page has to open it. */
  wait(project: FileSource): void {
    this.#waiting.push(project);
    this.#options.emit({ kind: 'projectWaits' });
  }

  async readWaiting(): Promise<ReadProject | null> {
    const project = this.#waiting.shift();
    return project === undefined ? null : this.read([project], noTask);
  }

  /** Reads the project among files. @throws InspectorError `invalid-argument` without one; `cancelled`; as `readProject`. */
  async read(files: readonly FileSource[], { signal, onProgress }: ProjectTask = noTask): Promise<ReadProject> {
    const source = files.find((file) => isProjectName(sourceName(file)));
    if (source === undefined) throw noProject();
    const name = sourceName(source);
    const bytes = await readSource(source, { maxBytes: this.#options.maxBytes, signal, onProgress });
    await pauseOf({ signal });
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
  async save(session: FileSource, { name, fileToken, embed }: SaveChoice, task: ProjectTask = noTask): Promise<SavedProject | null> {
    const fileName = isProjectName(name) ? name : `${name}.${projectExtension}`;
    const known = fileToken === null ? null : (this.#paths.get(fileToken) ?? null);
    if (fileToken !== null && known === null) throw unknownProject();
    const { chooseProjectFile } = this.#options;
    const chosen = known ?? (chooseProjectFile === undefined ? null : await chooseProjectFile(fileName));
    if (chosen === null && chooseProjectFile !== undefined) return null;
    const text = await parsedSession(session);
    const meshes = await this.#meshesOf(text, embed, chosen === null ? null : dirname(chosen), task);
    const bytes = writeProject({ meshes, session: text.value, savedAt: Date.now() });
    await pauseOf(task);
    if (chosen === null) {
      await this.#noteProject({ kind: 'memory', path: fileName, bytes }, bytes);
      return { name: fileName, byteLength: bytes.length, path: this.#options.offerDownload(fileName, bytes), fileToken: null };
    }
    await writeAtomically(chosen, bytes, { approve: () => Promise.resolve(true), signal: task.signal });
    await this.recent.add({ kind: 'project', name: basename(chosen), paths: [chosen], posted: null });
    return { name: basename(chosen), byteLength: bytes.length, path: null, fileToken: this.#tokenOf(chosen) };
  }

  /** Keeps the session of a page for the next start. */
  async keep(session: FileSource, holds: readonly string[]): Promise<void> {
    const text = await parsedSession(session);
    const meshes = await this.#meshesOf(text, false, null, noTask);
    await this.#sessions.keep({ meshes, session: text.value, savedAt: Date.now(), holds });
  }

  keptSessions(isReloaded: boolean): Promise<readonly KeptSession[]> {
    return this.#sessions.list(isReloaded || this.#pages > 1);
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

  /** Returns the files of a recent entry, and the document that is open with them. @throws InspectorError `unreadable` if they no longer exist. */
  async filesOfRecent(id: string): Promise<FoundRecent> {
    const entry = await this.recent.find(id);
    if (entry === null) throw notRecent();
    const { kind, name, paths, posted } = entry;
    const search: MeshSearch = { ...this.#meshSearch(), mayRead: () => Promise.resolve(true) };
    const [path = name, ...sideFiles] = paths;
    const reference = { kind: 'file', path, sideFiles } as const;
    const files = await findMesh({ name, byteLength: 0, sha256: posted, importing: noImport, tree: null, ignored: [], reference }, search);
    if (files === null) throw goneFile(name, paths.length > 0);
    const open = this.#options
      .documents()
      .find(({ name: other, origin }) => (posted === null ? origin.paths[0] === path : other === name && origin.sha256 === posted));
    return { kind, files, open: open?.id ?? null };
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
      const document = same ?? (files === null ? null : this.#options.open(unlisted(files, search), mesh));
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
        ({ id, name, origin }) =>
          mesh.sha256 !== null &&
          name === mesh.name &&
          (origin.sha256 ?? this.hashOfCopy(id)) === mesh.sha256 &&
          sameValues(importOptions, origin.importing, mesh.importing),
      )
      .map(({ id }) => id);
    return { open, files: await findMesh(mesh, search) };
  }

  #meshesOf(session: SessionText, embed: boolean, folder: string | null, task: ProjectTask): Promise<readonly ProjectMesh[]> {
    const { samplesFolder } = this.#options;
    const onCopy = (document: DocumentId, sha256: string): void => void this.#copies.set(document, sha256);
    return savedMeshes(session, {
      documents: this.#options.documents(),
      embed,
      folder,
      samplesFolder,
      posted: this.posted,
      onCopy,
      task,
    });
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

/** For short work that nothing shows. */
const noTask: ProjectTask = { signal: new AbortController().signal, onProgress: () => {} };

/** What a project holds or Boxwood has kept was not chosen as a file: only files that were opened with the project are listed. */
function unlisted(files: readonly FileSource[], { offered }: MeshSearch): readonly FileSource[] {
  return files.map((file) => (file.kind === 'disk' || offered.includes(file) ? file : { ...file, isUnlisted: true }));
}

function isPosted(source: FileSource): source is PostedFile {
  return source.kind === 'memory';
}
