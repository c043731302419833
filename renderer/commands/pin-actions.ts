/** Changes of pinned probes, each one undo step. */
import { batch } from '@preact/signals-core';
import { pinOf, withoutPin, withPinNamed, withPinRepeated } from '../state/probe/probe-edits.ts';
import { maxPins } from '../state/probe/probe.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { setProbeFollows } from './probe-actions.ts';

/** Returns why the probe cannot be pinned, as one sentence; `null` if it can. */
export function whyNoPin({ store }: Pick<App, 'store'>): string | null {
  const { probe, pins } = store.scene.value;
  if (probe === null) return 'Place a probe first: choose the tool Probe and click a surface.';
  return pins.length < maxPins ? null : `At most ${maxPins} probes can be pinned. Remove one first.`;
}

export function renamePin(store: Store, id: number, name: string): void {
  const trimmed = name.trim();
  if (trimmed !== '') writable(store).history.change(`Rename probe: ${trimmed}`, (scene) => withPinNamed(scene, id, trimmed));
}

export function removePin(store: Store, id: number): void {
  const name = pinOf(store.scene.peek(), id)?.name ?? '';
  writable(store).history.change(`Remove probe: ${name}`, (scene) => withoutPin(scene, id));
}

/** Runs a pinned probe again: it becomes the current one. */
export function repeatPin(store: Store, id: number): void {
  const name = pinOf(store.scene.peek(), id)?.name ?? '';
  batch(() => {
    setProbeFollows(store, false);
    writable(store).history.change(`Make probe current: ${name}`, (scene) => withPinRepeated(scene, id));
  });
}
