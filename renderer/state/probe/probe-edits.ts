/** Edits of the probes of a scene. */
import type { DocumentId } from '#host-api';
import type { Scene } from '../store/records.ts';
import type { PinnedProbe, ProbeInput } from './probe.ts';
import { probeSpecs } from './probe-shapes.ts';

/** Sets the probe, and makes its document the active one, so that its panels show the result. */
export function withProbe(scene: Scene, probe: ProbeInput): Scene {
  return { ...scene, probe, activeDocument: probe.document };
}

export function withoutProbe(scene: Scene): Scene {
  return scene.probe === null ? scene : { ...scene, probe: null };
}

/** Keeps a copy of the probe, named by its shape and a number. */
export function withProbePinned(scene: Scene): Scene {
  const { probe, pins } = scene;
  return probe === null ? scene : { ...scene, pins: [...pins, { ...probe, name: freeName(probe, pins) }] };
}

function freeName({ shape }: ProbeInput, pins: readonly PinnedProbe[]): string {
  const { title } = probeSpecs[shape.kind];
  const taken = new Set(pins.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${title} ${number}`)) number++;
  return `${title} ${number}`;
}

export function withPinNamed(scene: Scene, index: number, name: string): Scene {
  const pin = scene.pins[index];
  return pin === undefined || pin.name === name ? scene : { ...scene, pins: scene.pins.with(index, { ...pin, name }) };
}

export function withoutPin(scene: Scene, index: number): Scene {
  return index in scene.pins ? { ...scene, pins: scene.pins.toSpliced(index, 1) } : scene;
}

/** Makes the numbers of a pinned probe those of the current one. */
export function withPinRepeated(scene: Scene, index: number): Scene {
  const pin = scene.pins[index];
  return pin === undefined ? scene : withProbe(scene, { document: pin.document, shape: pin.shape });
}

/** Removes the probes of a closed document. */
export function withoutProbesOf({ probe, pins }: Scene, document: DocumentId): Pick<Scene, 'probe' | 'pins'> {
  const isOwn = (input: ProbeInput): boolean => input.document === document;
  return { probe: probe !== null && isOwn(probe) ? null : probe, pins: pins.some(isOwn) ? pins.filter((pin) => !isOwn(pin)) : pins };
}

/** Moves the probes of a document to another one, such as its repaired copy. */
export function withProbesMoved({ probe, pins }: Scene, from: DocumentId, to: DocumentId): Pick<Scene, 'probe' | 'pins'> {
  const moved = <Input extends ProbeInput>(input: Input): Input => (input.document === from ? { ...input, document: to } : input);
  return { probe: probe === null ? null : moved(probe), pins: pins.some(({ document }) => document === from) ? pins.map(moved) : pins };
}
