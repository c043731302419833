import type { TriangleMesh } from '#core/mesh';
import { sceneArchiveExtension, sceneExtension } from '#host-api';
import { formatBytes, formatMany } from '../../text/format-number.ts';
import { saveBlob } from '../../host/save-file.ts';
import { ownJob } from '../project/own-job.ts';
import type { ProjectParts } from '../project/project-parts.ts';
import { type SceneMeshesToSave, sceneStem } from './saved-scene.ts';
import type { SceneInput } from './scene-input.ts';

/**
 * Saves the open scene with its edits: as one archive with its meshes, or the scene file alone, which opens again only next to its meshes. A
 * worker writes it piece by piece; it can be cancelled. Errors are shown.
 */
export async function saveScene(
  { store, session, writeScene }: Pick<ProjectParts, 'store' | 'session' | 'writeScene'>,
  withMeshes: boolean,
): Promise<void> {
  const input = store.scene.peek().instances;
  if (input === null) return;
  const name = `${sceneStem(input.name)}.${withMeshes ? sceneArchiveExtension : sceneExtension}`;
  const job = ownJob(store);
  const controller = new AbortController();
  const show = (fraction: number): void => job.show({ text: `Saving ${name}`, fraction, cancel: () => controller.abort() });
  show(0);
  try {
    await session.attempt(async () => {
      const archive = withMeshes ? meshesToSave(store, input) : null;
      const file = await writeScene({ packed: input.packed, archive }, show, controller.signal);
      if (file === null) return session.inform(`Saving of ${name} cancelled.`);
      saveBlob(file, name);
      session.inform(savedText(name, file.size, input, archive));
    });
  } finally {
    job.end();
  }
}

/** The distinct meshes as they are open: with the chosen scene and options of their import, and with repairs. */
function meshesToSave(store: ProjectParts['store'], { name, documents }: SceneInput): SceneMeshesToSave {
  const distinct = [...new Set(documents)];
  const meshes = distinct.map((id): TriangleMesh => store.documents.peek().find(({ summary }) => summary.id === id)!.mesh!.mesh);
  return {
    stem: sceneStem(name),
    meshes: meshes.map(({ positions, indices, parts }) => ({ positions, indices, parts })),
    meshOf: documents.map((id) => distinct.indexOf(id)),
  };
}

/** Files that are listed. */
const maxNamed = 4;

function savedText(name: string, bytes: number, { packed }: SceneInput, archive: SceneMeshesToSave | null): string {
  const saved = `Saved ${name}: ${formatMany(packed.meshOf.length, 'instance')}`;
  if (archive !== null) {
    const meshes = formatMany(archive.meshes.length, 'mesh', 'meshes');
    return `${saved} and ${meshes}, ${formatBytes(bytes)}. Open it as it is, or unpack it for boxwood scene.`;
  }
  const files = [...new Set(packed.meshes)];
  const listed = files.length > maxNamed ? `${files.slice(0, maxNamed).join(', ')}, …` : files.join(', ');
  return `${saved}, ${formatBytes(bytes)}, without meshes. It opens only next to ${listed}.`;
}
