import type { DialogName, Shell } from './app.ts';

/** Opens a dialog in place of the open one, or closes it if it is open. */
export function toggleDialog({ dialog }: Pick<Shell, 'dialog'>, name: DialogName): void {
  dialog.value = dialog.peek() === name ? null : name;
}

/** Closes a dialog; another one that has replaced it stays open. */
export function closeDialog({ dialog }: Pick<Shell, 'dialog'>, name: DialogName): void {
  if (dialog.peek() === name) dialog.value = null;
}
