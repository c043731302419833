import { createHash } from 'node:crypto';
import { InspectorError } from '#core/error';
import { buildOptions, checkValues } from '#core/options';
import type { DocumentId } from '#host-api';
import type { FileSource } from '../documents/file-source.ts';
import type { DocumentOrigin } from '../documents/open-document-options.ts';
import { readSource } from '../documents/read-source.ts';
import { embeddedFiles, referenceTo } from './mesh-references.ts';
import type { PostedFiles } from './posted-files.ts';
import { closedMeanwhile } from './project-errors.ts';
import type { ProjectMesh } from './project-file.ts';
import { pauseOf, type ProjectTask } from './project-tasks.ts';

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

export interface SavingOptions {
  readonly documents: readonly ProjectDocument[];
  readonly embed: boolean;
  /** Folder of the project; `null` if it is not known. */
  readonly folder: string | null;
  readonly samplesFolder: string;
  readonly posted: PostedFiles;
  /** Gets the hash of each repaired copy that is embedded. */
  readonly onCopy: (document: DocumentId, sha256: string) => void;
  readonly task: ProjectTask;
}

/** More bytes of embedded meshes do not fit into a JSON text. */
const maxEmbeddedBytes = 360 * 2 ** 20;

export interface SessionText {
  readonly value: unknown;
  readonly documents: readonly { readonly id: DocumentId; readonly tree: unknown }[];
}

/** Reads the documents of a session; the rest belongs to the page. @throws InspectorError `invalid-argument`. */
export async function parsedSession(source: FileSource): Promise<SessionText> {
  const bytes = await readSource(source, { maxBytes: 2 ** 28 });
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as { readonly documents: SessionText['documents'] };
    if (value.documents.every(({ id }) => Number.isSafeInteger(id))) return { value, documents: value.documents };
  } catch {
    // As any other text.
  }
  throw new InspectorError({ code: 'invalid-argument', message: 'The text is not a session', fix: 'Reload the page', location: {} });
}

/**
 * Returns the meshes of a session's documents, as a project file has them.
 * @throws InspectorError `cancelled`, `too-large`; `invalid-argument` if a document was closed meanwhile; as reading and baking refuse.
 */
export async function savedMeshes(session: SessionText, options: SavingOptions): Promise<readonly ProjectMesh[]> {
  const { embed, folder, samplesFolder } = options;
  const open = new Map(options.documents.map((document) => [document.id, document]));
  const total = session.documents.reduce((sum, { id }) => sum + (open.get(id)?.byteLength ?? 0), 0);
  const meshes: ProjectMesh[] = [];
  let left = maxEmbeddedBytes;
  let done = 0;
  for (const { id, tree } of session.documents) {
    const document = open.get(id);
    if (document === undefined) throw closedMeanwhile();
    const { name, byteLength, ignored, origin } = document;
    const mesh = { name, byteLength, sha256: origin.sha256, importing: origin.importing, tree: treeOf(tree), ignored };
    if (!embed) {
      meshes.push({ ...mesh, reference: referenceTo(origin, samplesFolder, folder) });
      continue;
    }
    const embedded = await embeddedMesh(document, left, options);
    left -= embedded.embeddedBytes;
    meshes.push({ ...mesh, ...embedded.mesh });
    done += byteLength;
    options.task.onProgress(total === 0 ? 1 : done / total);
    await pauseOf(options.task);
  }
  return meshes;
}

/** Returns a mesh with its files, and the bytes of all of them. @throws InspectorError `too-large`, before they are encoded. */
async function embeddedMesh(
  document: ProjectDocument,
  maxBytes: number,
  { posted, onCopy, task }: SavingOptions,
): Promise<{ readonly embeddedBytes: number; readonly mesh: Pick<ProjectMesh, 'byteLength' | 'reference' | 'sha256'> }> {
  const { id, name, byteLength, origin, bake } = document;
  if (origin.kind !== 'copy') {
    const embedded = await embeddedFiles(name, origin, { posted, maxBytes, signal: task.signal }).catch((thrown: unknown) => {
      if (thrown instanceof InspectorError && thrown.code === 'too-large') return null;
      throw thrown;
    });
    if (embedded === null) throw tooLarge();
    return { embeddedBytes: embedded.byteLength, mesh: { byteLength, sha256: origin.sha256, reference: embedded.reference } };
  }
  const baked = await bake();
  const bytes = baked.bytes.length;
  if (bytes > maxBytes) throw tooLarge();
  const sha256 = createHash('sha256').update(baked.bytes).digest('hex');
  onCopy(id, sha256);
  const files = [{ path: baked.name, base64: Buffer.from(baked.bytes).toString('base64') }];
  return { embeddedBytes: bytes, mesh: { byteLength: bytes, sha256, reference: { kind: 'embedded', files } } };
}

/** An unknown option is left to the page. */
function treeOf(tree: unknown): ProjectMesh['tree'] {
  try {
    return tree === null || tree === undefined ? null : checkValues(buildOptions, tree as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
}

function tooLarge(): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The meshes have more than ${maxEmbeddedBytes / 2 ** 20} MiB, which one project file cannot hold`,
    fix: 'Save the project without embedded meshes',
    location: {},
  });
}
