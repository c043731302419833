import type { GivenRepairs, RepairName } from '#core/health';
import type { DocumentId } from '#host-api';
import { givenRepairs, type RepairForm, type RepairWish } from '../state/repair/repair-form.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { setVersionView } from './change-actions.ts';
import { closeDialog, toggleDialog } from './dialogs.ts';

/** Opens the repair dialog with repairs chosen for a purpose, or closes it. */
export function openRepair({ shell }: App, repairs: readonly RepairName[], wish: RepairWish = {}): void {
  shell.repairWanted.value = { ...wish, repairs };
  toggleDialog(shell, 'repair');
}

/** Makes the repaired copy of a preview, as `applyRepair`. */
export async function applyPreview(app: App, document: DocumentId, options: GivenRepairs): Promise<void> {
  await applyGiven(app, document, options);
}

/** Computes what repairs would change, with checks before and after; `store.repaired` gets the report. */
export function previewRepair({ session }: App, document: DocumentId, form: RepairForm): void {
  void session.repair(document, givenRepairs(form), false);
}

/** Makes a repaired copy and shows it in place of the mesh, as an undo step; then checks it, so that its findings are listed. */
export async function applyRepair(app: App, document: DocumentId, form: RepairForm): Promise<void> {
  if (await applyGiven(app, document, givenRepairs(form))) closeDialog(app.shell, 'repair');
}

/** Returns whether there is a repaired copy. The view shows it without the colours of a preview. */
async function applyGiven({ session, store, health }: App, document: DocumentId, options: GivenRepairs): Promise<boolean> {
  const copy = await session.repair(document, options, true);
  if (copy === null) return false;
  setVersionView(store, 'off');
  health.check([copy]);
  return true;
}

/** Removes the outcome of an earlier repair from the dialog; the log keeps it. */
export function forgetRepaired(store: Store): void {
  writable(store).repaired.value = null;
}
