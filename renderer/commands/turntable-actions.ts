/** Changes of the turntable that commands, panels and the view share. None is an undo step. */
import type { TurnSaving, TurntableOptions } from '../state/camera/turntable.ts';
import { type Store, writable } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';
import { setFlies } from './camera-actions.ts';

/** Sets whether the camera goes around its target. */
export function setTurns(store: Store, turns: boolean): void {
  if (turns) setFlies(store, false);
  writable(store).turns.value = turns;
}

export function setTurntable(store: Store, change: Partial<TurntableOptions>): void {
  writable(store).turntable.value = { ...store.turntable.peek(), ...change };
}

/** Saves one full turn as pictures. */
export function saveTurntable(store: Store): void {
  if (store.turnSaving.peek() !== null) return;
  const [turntable, picture] = [store.turntable.peek(), store.pictureOptions.peek()];
  writable(store).turnRequest.value = { serial: store.turnRequest.peek().serial + 1, turntable, picture };
}

/** Reports the progress of saving; `null` at its end. */
export function reportTurnSaving(store: Store, saving: TurnSaving | null): void {
  writable(store).turnSaving.value = saving;
}

/** Reports how saving ended. */
export function reportTurnEnd(store: Store, level: 'info' | 'error', text: string): void {
  writeLog(writable(store), level, text);
}
