/** Edits of the probe of a scene. */
import type { DocumentId } from '#host-api';
import type { Scene } from '../store/records.ts';
import type { ProbeInput } from './probe.ts';

/** Sets the probe, and makes its document the active one, so that its panels show the result. */
export function withProbe(scene: Scene, probe: ProbeInput): Scene {
  return { ...scene, probe, activeDocument: probe.document };
}

export function withoutProbe(scene: Scene): Scene {
  return scene.probe === null ? scene : { ...scene, probe: null };
}

/** Removes the probes of a closed document. */
export function withoutProbesOf(scene: Scene, document: DocumentId): Pick<Scene, 'probe'> {
  return { probe: scene.probe?.document === document ? null : scene.probe };
}

/** Moves the probes of a document to another one, such as its repaired copy. */
export function withProbesMoved(scene: Scene, from: DocumentId, to: DocumentId): Pick<Scene, 'probe'> {
  return { probe: scene.probe?.document === from ? { ...scene.probe, document: to } : scene.probe };
}
