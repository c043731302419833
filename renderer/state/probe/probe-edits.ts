/** Edits of the probes of a scene. */
import type { DocumentId } from '#host-api';
import type { Scene } from '../store/records.ts';
import { maxPins, type PinnedProbe, type ProbeInput } from './probe.ts';
import { probeSpecs } from './probe-shapes.ts';

/** Sets the probe, and makes its document the active one, so that its panels show the result. */
export function withProbe(scene: Scene, probe: ProbeInput): Scene {
  return { ...scene, probe, activeDocument: probe.document };
}

export function withoutProbe(scene: Scene): Scene {
  return scene.probe === null ? scene : { ...scene, probe: null };
}

/** Keeps a copy of the probe, named by its shape and a number. With `maxPins` of them nothing changes. */
export function withProbePinned(scene: Scene): Scene {
  const { probe, pins } = scene;
  if (probe === null || pins.length >= maxPins) return scene;
  const id = pins.reduce((last, pin) => Math.max(last, pin.id), 0) + 1;
  return { ...scene, pins: [...pins, { ...probe, id, name: freeName(probe, pins) }] };
}

function freeName({ shape }: ProbeInput, pins: readonly PinnedProbe[]): string {
  const { title } = probeSpecs[shape.kind];
  const taken = new Set(pins.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${title} ${number}`)) number++;
  return `${title} ${number}`;
}

export function withPinNamed(scene: Scene, id: number, name: string): Scene {
  const pin = pinOf(scene, id);
  if (pin === null || pin.name === name) return scene;
  return { ...scene, pins: scene.pins.map((one) => (one === pin ? { ...pin, name } : one)) };
}

export function withoutPin(scene: Scene, id: number): Scene {
  const pin = pinOf(scene, id);
  return pin === null ? scene : { ...scene, pins: scene.pins.filter((one) => one !== pin) };
}

/** Makes the numbers of a pinned probe those of the current one. */
export function withPinRepeated(scene: Scene, id: number): Scene {
  const pin = pinOf(scene, id);
  return pin === null
    ? scene
    : withProbe(scene, { document: pin.document, shape: pin.shape, ...(pin.filter !== undefined && { filter: pin.filter }) });
}

/** Returns the pinned probe with an id; `null` if it was removed. */
export function pinOf({ pins }: Scene, id: number): PinnedProbe | null {
  return pins.find((pin) => pin.id === id) ?? null;
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
