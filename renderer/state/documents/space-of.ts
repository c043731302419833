import type { ReadonlySignal } from '@preact/signals-core';
import { interpretSpace } from '#core/import';
import { type SourceSpace, unitName, unknownSpace } from '#core/mesh';
import { defaultValues, spaceOptions, type SpaceOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { shownUnit, type ShownUnit } from '../../text/shown-unit.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { PageDocument, Scene } from '../store/records.ts';

/** Returns the chosen meaning of a document's coordinates; by default as stated in the file. */
export function meaningOf(scene: Scene, document: DocumentId): SpaceOptions {
  return scene.meanings.get(document) ?? asTheFileSays;
}

const asTheFileSays = defaultValues(spaceOptions);

interface HasScene {
  readonly scene: ReadonlySignal<Scene>;
}

interface HasPreferences {
  readonly preferences: ReadonlySignal<Preferences>;
}

/** Returns the meaning of a document's coordinates: as chosen, else as stated in its file. Follows the scene. */
export function spaceOf({ scene }: HasScene, document: PageDocument | null): SourceSpace {
  const said = document?.summary.mesh?.space;
  return document === null || said === undefined ? unknownSpace : interpretSpace(said, meaningOf(scene.value, document.summary.id));
}

/** Returns how lengths of a document are shown: in the unit that the user prefers, else in its own. Follows the scene and the preferences. */
export function unitsOf(store: HasScene & HasPreferences, document: PageDocument | null): ShownUnit {
  const { units } = store.preferences.value;
  return shownUnit(unitName(spaceOf(store, document).metresPerUnit), units === 'file' ? null : units);
}
