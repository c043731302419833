/** Changes of pinned probes, each one undo step. */
import { batch } from '@preact/signals-core';
import { withoutPin, withPinNamed, withPinRepeated } from '../state/probe/probe-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import { setProbeFollows } from './probe-actions.ts';

export function renamePin(store: Store, index: number, name: string): void {
  const trimmed = name.trim();
  if (trimmed !== '') writable(store).history.change(`Rename probe: ${trimmed}`, (scene) => withPinNamed(scene, index, trimmed));
}

export function removePin(store: Store, index: number): void {
  const { name } = store.scene.peek().pins[index] ?? { name: '' };
  writable(store).history.change(`Remove probe: ${name}`, (scene) => withoutPin(scene, index));
}

/** Runs a pinned probe again: it becomes the current one. */
export function repeatPin(store: Store, index: number): void {
  const { name } = store.scene.peek().pins[index] ?? { name: '' };
  batch(() => {
    setProbeFollows(store, false);
    writable(store).history.change(`Make probe current: ${name}`, (scene) => withPinRepeated(scene, index));
  });
}
