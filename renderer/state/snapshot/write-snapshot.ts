import type { IndexSet } from '../selection/index-set.ts';
import { isPackedScene, sceneRecord } from './scene-record.ts';
import { setRecord } from './set-text.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns a snapshot as JSON, which `readSnapshot` reads. */
export function writeSnapshot(snapshot: Snapshot): string {
  return writeSnapshotValue(snapshot);
}

/** Returns a part of a snapshot as JSON. */
export function writeSnapshotValue(part: unknown): string {
  return JSON.stringify(part, (_name, value: unknown) => {
    if (value instanceof Set) return [...value];
    if (isIndexSet(value)) return setRecord(value);
    if (isPackedScene(value)) return sceneRecord(value);
    // JSON has no infinity; only the length of a ray can be infinite.
    return value === Infinity ? null : value;
  });
}

function isIndexSet(value: unknown): value is IndexSet {
  return typeof value === 'object' && value !== null && 'words' in value && value.words instanceof Uint32Array;
}
