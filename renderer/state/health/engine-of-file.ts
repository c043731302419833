import type { EngineChoice, HealthOptions } from '#core/options';
import type { DocumentId, MeshSummary } from '#host-api';
import type { PageDocument } from '../store/records.ts';
import type { Store, WritableStore } from '../store/store.ts';

/** Formats that one engine reads. URDF and glTF are read by several. */
const engineOfFormat: Partial<Record<MeshSummary['format'], EngineChoice>> = {
  bullet: 'bullet',
  'bullet-bvh': 'bullet',
  'bullet-shapes': 'bullet',
  'godot-scene': 'godot',
  'godot-shape': 'godot',
  jolt: 'jolt',
  'jolt-settings': 'jolt',
  'jolt-shapes': 'jolt',
  'jolt-state': 'jolt',
  mjcf: 'mujoco',
  physx: 'physx',
  'physx-convex': 'physx',
  rapier: 'rapier',
};

/** Returns the only engine that reads files of the format of a document; `null` where several or none do. */
export function engineOfFile({ summary: { mesh } }: PageDocument): EngineChoice | null {
  return mesh === null ? null : (engineOfFormat[mesh.format] ?? null);
}

/**
 * Returns the options of a check of a document. A file of an engine is compared with that engine, unless another one was chosen for it; all other
 * documents share one choice.
 */
export function healthOptionsOf({ healthOptions, heldBy }: Pick<Store, 'healthOptions' | 'heldBy'>, document: PageDocument): HealthOptions {
  const options = healthOptions.value;
  const engine = heldBy.value.get(document.summary.id) ?? engineOfFile(document) ?? options.engine;
  return engine === options.engine ? options : { ...options, engine };
}

/** Restores the engines that were chosen for files. */
export function restoreEngines(
  store: Pick<WritableStore, 'heldBy'>,
  restored: readonly (readonly [DocumentId, { readonly heldBy: EngineChoice | null }])[],
): void {
  const chosen = restored.flatMap(([id, { heldBy }]) => (heldBy === null ? [] : [[id, heldBy] as const]));
  if (chosen.length > 0) store.heldBy.value = new Map([...store.heldBy.peek(), ...chosen]);
}
