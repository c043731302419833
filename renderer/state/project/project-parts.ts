import type { Host } from '#host-api';
import type { Session } from '../documents/session.ts';
import type { HealthChecker } from '../health/check-meshes.ts';
import type { PackedScene } from '#core/scene';
import type { PlacedScene, PlaceRequest } from '../instances/placed-scene.ts';
import type { SceneToSave } from '../instances/saved-scene.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RestoreParts } from '../snapshot/restore-snapshot.ts';

/** What projects need of the page. */
export interface ProjectParts extends RestoreParts {
  readonly host: Host;
  readonly session: Pick<Session, 'attempt' | 'close' | 'inform' | 'open' | 'want' | 'warn'>;
  readonly check: HealthChecker['check'];
  /** Parses the text of a scene file, UTF-8. @throws InspectorError (rejects). */
  readonly readScene: (bytes: ArrayBuffer | SharedArrayBuffer) => Promise<PackedScene>;
  /** Places instances of meshes. @throws InspectorError (rejects). */
  readonly place: (request: PlaceRequest) => Promise<PlacedScene>;
  /** Writes a scene file, or an archive with its meshes; `null` when it was cancelled. @throws InspectorError (rejects). */
  readonly writeScene: (scene: SceneToSave, progress: (fraction: number) => void, signal: AbortSignal) => Promise<Blob | null>;
  /** Returns the name of the workspace; follows it. */
  readonly workspace: () => string | null;
  /** Returns the layouts of the workspaces; follows them. `null` keeps none. */
  readonly layouts: () => Snapshot['layouts'];
  /** Runs the newest of its functions after a pause. */
  readonly later: (run: () => void) => void;
  /** What this page showed before it was reloaded; `null` for a new page. */
  readonly noted: Pick<Snapshot, 'documents'> | null;
}
