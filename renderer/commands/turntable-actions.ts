/** Changes of the turntable that commands, panels and the view share. None is an undo step. */
import type { TurnEnded, TurnSaving, TurntableOptions } from '../state/camera/turntable.ts';
import { type Store, writable } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';
import type { App } from './app.ts';
import { setFlies } from './camera-actions.ts';

/** Sets whether the camera goes around its target. */
export function setTurns(store: Store, turns: boolean): void {
  if (turns) setFlies(store, false);
  writable(store).turns.value = turns;
}

export function setTurntable(store: Store, change: Partial<TurntableOptions>): void {
  writable(store).turntable.value = { ...store.turntable.peek(), ...change };
}

/** Saves one full turn as pictures. Its end is reported as a message, or in `store.turnOutcome` while the dialog is open. */
export function saveTurntable({ store, session, shell }: Pick<App, 'store' | 'session' | 'shell'>): void {
  if (store.turnSaving.peek() !== null) return;
  const report: TurnEnded = (isError, text) => {
    if (shell.dialog.peek() === 'saveTurntable') {
      writeLog(writable(store), isError ? 'error' : 'info', text);
      writable(store).turnOutcome.value = { isError, text };
    } else if (isError) session.warn(text);
    else session.inform(text);
  };
  writable(store).turnOutcome.value = null;
  const [turntable, picture] = [store.turntable.peek(), store.pictureOptions.peek()];
  writable(store).turnRequest.value = { serial: store.turnRequest.peek().serial + 1, turntable, picture, ended: report };
}

/** Reports the progress of saving; `null` at its end. */
export function reportTurnSaving(store: Store, saving: TurnSaving | null): void {
  writable(store).turnSaving.value = saving;
}

/** Requests a picture of the view, from which the size of a turn is estimated, or forgets it. */
export function wantTurnSample(store: Store, isWanted: boolean): void {
  writable(store).turnSample.value = { isWanted, bytes: null };
}

export function reportTurnSample(store: Store, bytes: number): void {
  if (store.turnSample.peek().isWanted) writable(store).turnSample.value = { isWanted: true, bytes };
}

/** The dialog no longer shows how saving ended. */
export function forgetTurnOutcome(store: Store): void {
  writable(store).turnOutcome.value = null;
}
