import type { ReadonlySignal } from '@preact/signals-core';
import { interpretSpace } from '#core/import';
import { type SourceSpace, unitName, unknownSpace } from '#core/mesh';
import { defaultValues, spaceOptions, type SpaceOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { PageDocument, Scene } from '../store/records.ts';

/** Returns the chosen meaning of a document's coordinates; by default as stated in the file. */
export function meaningOf(scene: Scene, document: DocumentId): SpaceOptions {
  return scene.meanings.get(document) ?? asTheFileSays;
}

const asTheFileSays = defaultValues(spaceOptions);

interface HasScene {
  readonly scene: ReadonlySignal<Scene>;
}

/** Returns the meaning of a document's coordinates: as chosen, else as stated in its file. Follows the scene. */
export function spaceOf({ scene }: HasScene, document: PageDocument | null): SourceSpace {
  const said = document?.summary.mesh?.space;
  return document === null || said === undefined ? unknownSpace : interpretSpace(said, meaningOf(scene.value, document.summary.id));
}

/** Returns the name of a document's unit of length; `null` if unknown. Follows the scene. */
export function unitsOf(store: HasScene, document: PageDocument | null): string | null {
  return unitName(spaceOf(store, document).metresPerUnit);
}
