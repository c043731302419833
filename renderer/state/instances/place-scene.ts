import type { TriangleMesh } from '#core/mesh';
import type { PlaceOptions } from '#core/options';
import { type DocumentId, sceneExtension } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { frameWhenDrawn, type OpenSceneParts, showScene, withInstances } from './open-scene.ts';

/** More distinct meshes are not opened as documents. */
export const maxPlacedMeshes = 200;

/**
 * Places instances of open meshes as a new scene, as an undo step. The parts of a file become documents of their own. Errors are shown.
 * @param surface the document on which the instances are scattered; `null` for none
 */
export async function placeScene(
  parts: OpenSceneParts,
  documents: readonly DocumentId[],
  surface: DocumentId | null,
  options: PlaceOptions,
): Promise<void> {
  const { store, session, place, host } = parts;
  await session.attempt(async () => {
    const ids = surface === null ? documents : [...documents, surface];
    const open = ids.map((id) => store.documents.peek().find(({ summary }) => summary.id === id));
    const meshes = open.map((document) => document?.mesh?.mesh);
    if (meshes.includes(undefined)) return;
    const own = (meshes as readonly TriangleMesh[]).map(({ positions, indices, parts: of }) => ({ positions, indices, parts: of }));
    const names = open.map((document) => document!.summary.name);
    const placed = await place({ meshes: own.slice(0, documents.length), names, surface: surface === null ? null : own.at(-1)!, options });
    if (options.arrange === 'parts') {
      if (placed.files.length > maxPlacedMeshes)
        return session.warn(
          `The file has ${formatMany(placed.files.length, 'distinct mesh', 'distinct meshes')}: place it by boxwood place.`,
        );
      const name = `${names[0]!.replace(/\.\w+$/, '')}.${sceneExtension}`;
      const texts = [{ name, text: placed.text }, ...placed.files];
      const tokens: string[] = [];
      for (const file of texts) tokens.push((await host.request('offerText', file)).token);
      return showScene(parts, (await host.request('readScene', { files: tokens })).scene);
    }
    const count = placed.scene.meshOf.length;
    const input = { name: `placed.${sceneExtension}`, packed: placed.scene, documents: ids };
    const now = ids.map((id) => store.documents.peek().find(({ summary }) => summary.id === id)?.mesh?.mesh);
    if (now.some((mesh, i) => mesh !== meshes[i])) return session.warn('Nothing was placed: a mesh was closed or read again meanwhile.');
    store.history.arrive(`Place ${formatMany(count, 'instance')}`, (scene) => withInstances(scene, input));
    // The new scene is framed by its own bounds, and has its own ground, also where it takes the place of one of the same name.
    store.sceneRun.value = { ...store.sceneRun.peek(), step: 0, bounds: null, startBounds: null };
    await frameWhenDrawn(store, input, () => false);
  });
}
