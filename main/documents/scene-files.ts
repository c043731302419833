import { InspectorError } from '#core/error';
import { parseSceneBytes } from '#core/scene';
import { type DocumentId, isScenePath, type OpenedScene, sceneExtension } from '#host-api';
import { type FileSource, sourceName } from './file-source.ts';
import { readSource } from './read-source.ts';
import { isSceneArchive, unpackSceneArchive, type UnpackedScene } from './scene-archive.ts';
import { findSceneMesh } from './scene-meshes.ts';

export { isScenePath };

export interface SceneFilesOptions {
  readonly maxBytes: number;
  /** Returns the document of a mesh file: one that is open with this file, or a new one. */
  readonly documentOf: (source: FileSource, set: readonly FileSource[]) => Promise<DocumentId>;
  /** Returns a temporary path for bytes that a page fetches. */
  readonly offer: (name: string, bytes: Uint8Array<ArrayBuffer>) => string;
  /** Reports that a scene waits for a page. */
  readonly onWait: () => void;
  /** Takes the path of a scene on this machine that was opened. */
  readonly onRead: (path: string) => void;
}

/** Scene files: the process reads them and opens their meshes as documents; the page runs them. */
export class SceneFiles {
  readonly #options: SceneFilesOptions;
  readonly #waiting: FileSource[] = [];

  constructor(options: SceneFilesOptions) {
    this.#options = options;
  }

  /** A scene that the command line or the system named: a page has to open it. */
  wait(scene: FileSource): void {
    this.#waiting.push(scene);
    this.#options.onWait();
  }

  async readWaiting(): Promise<OpenedScene | null> {
    const scene = this.#waiting.shift();
    return scene === undefined ? null : this.read([scene]);
  }

  /**
   * Reads the scene among files and opens its meshes, each file once. Nothing is opened if the scene or one of its files is missing. An
   * archive of a scene is unpacked: its meshes are those in it.
   * @throws InspectorError `invalid-argument` without a scene; as `parseScene`, with the file; as `findSceneMesh` and `unpackSceneArchive`.
   */
  async read(offered: readonly FileSource[]): Promise<OpenedScene> {
    const named = offered.find((file) => isScenePath(sourceName(file)));
    if (named === undefined) throw noScene();
    const { scene: source, files } = await this.#unpacked(named, offered);
    const name = sourceName(source);
    const bytes = await readSource(source, { maxBytes: this.#options.maxBytes });
    const { meshes } = await withFile(name, () => parseSceneBytes(bytes));
    const sources = new Map<string, FileSource>();
    for (const [i, path] of meshes.entries()) if (!sources.has(path)) sources.set(path, await findSceneMesh(source, files, path, i, name));
    const opened = new Map<string, DocumentId>();
    for (const [path, mesh] of sources) opened.set(path, await this.#options.documentOf(mesh, files));
    if (named.kind === 'disk') this.#options.onRead(named.path);
    return { name, path: this.#options.offer(name, bytes), documents: meshes.map((path) => opened.get(path)!) };
  }

  async #unpacked(scene: FileSource, files: readonly FileSource[]): Promise<UnpackedScene> {
    const name = sourceName(scene);
    if (!isSceneArchive(name)) return { scene, files };
    const { maxBytes } = this.#options;
    const bytes = await readSource(scene, { maxBytes });
    return withFile(name, () => unpackSceneArchive(bytes, maxBytes));
  }
}

async function withFile<Content>(file: string, parse: () => Content | Promise<Content>): Promise<Content> {
  try {
    return await parse();
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw new InspectorError({ ...thrown.toJSON(), location: { ...thrown.location, file } }, { cause: thrown });
  }
}

function noScene(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'None of the files is a scene',
    fix: `Open a file that ends in .${sceneExtension}`,
    location: {},
  });
}
