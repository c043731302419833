import { InspectorError } from '#core/error';
import { parseSceneBytes } from '#core/scene';
import { type DocumentId, type OpenedScene, sceneExtension } from '#host-api';
import { type FileSource, sourceName } from './file-source.ts';
import { readSource } from './read-source.ts';
import { findSceneMesh } from './scene-meshes.ts';

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
   * Reads the scene among files and opens its meshes, each file once. Nothing is opened if the scene or one of its files is missing.
   * @throws InspectorError `invalid-argument` without a scene; as `parseScene`, with the file; as `findSceneMesh`.
   */
  async read(files: readonly FileSource[]): Promise<OpenedScene> {
    const source = files.find((file) => isSceneName(sourceName(file)));
    if (source === undefined) throw noScene();
    const name = sourceName(source);
    const bytes = await readSource(source, { maxBytes: this.#options.maxBytes });
    const { meshes } = withFile(name, () => parseSceneBytes(bytes));
    const sources = new Map<string, FileSource>();
    for (const [i, path] of meshes.entries()) if (!sources.has(path)) sources.set(path, await findSceneMesh(source, files, path, i, name));
    const opened = new Map<string, DocumentId>();
    for (const [path, mesh] of sources) opened.set(path, await this.#options.documentOf(mesh, files));
    if (source.kind === 'disk') this.#options.onRead(source.path);
    return { name, path: this.#options.offer(name, bytes), documents: meshes.map((path) => opened.get(path)!) };
  }
}

export function isSceneName(name: string): boolean {
  return name.toLowerCase().endsWith(`.${sceneExtension}`);
}

function withFile<Content>(file: string, parse: () => Content): Content {
  try {
    return parse();
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
