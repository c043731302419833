import type { ReadonlySignal } from '@preact/signals-core';
import { interpretSpace } from '#core/import/interpret-space';
import { unitName, unknownSpace, type SourceSpace } from '#core/mesh/source-space';
import { defaultValues } from '#core/options/option';
import { spaceOptions, type SpaceOptions } from '#core/options/space-options';
import type { DocumentId } from '#host-api';
import type { OpenDocument, Scene } from '../store/records.ts';

/** What a person chose for the numbers of a document; as the file says where nothing was chosen. */
export function meaningOf(scene: Scene, document: DocumentId): SpaceOptions {
  return scene.meanings.get(document) ?? asTheFileSays;
}

const asTheFileSays = defaultValues(spaceOptions);

interface HasScene {
  readonly scene: ReadonlySignal<Scene>;
}

/** What the numbers of a document mean: as chosen, else as its file says. Follows the scene. */
export function spaceOf({ scene }: HasScene, document: OpenDocument | null): SourceSpace {
  const said = document?.summary.mesh?.space;
  return document === null || said === undefined ? unknownSpace : interpretSpace(said, meaningOf(scene.value, document.summary.id));
}

/** Name of the unit of length of a document; `null` where nothing says it. Follows the scene. */
export function unitsOf(store: HasScene, document: OpenDocument | null): string | null {
  return unitName(spaceOf(store, document).metresPerUnit);
}
