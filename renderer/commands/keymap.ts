import type { App } from './app.ts';
import { commandIds, commandOf, type CommandId } from './commands.ts';

/** The fields of a keyboard event that identify its key. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * A key press as the table of commands writes it: `Shift+Ctrl+Z`, `F`, `?`, `Escape`. The Mac's Command key counts as Ctrl.
 * Shift is named only with letters and named keys: `?` needs it on one keyboard and not on another.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const letter = /^[a-z]$/i.test(key);
  const name = letter ? key.toUpperCase() : key === ' ' ? 'Space' : key;
  const shift = shiftKey && (letter || name.length > 1) ? 'Shift+' : '';
  return `${shift}${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${name}`;
}

/** The command of a key, whether it can run now or not. */
export function commandForKey(key: string): CommandId | null {
  return commandIds.find((id) => commandOf(id).keys.includes(key)) ?? null;
}

/** Runs a command if it can run now. */
export function runCommand(app: App, id: CommandId): boolean {
  const command = commandOf(id);
  if (!command.when(app)) return false;
  command.run(app);
  return true;
}

/** Listens to the whole window; returns the function that stops. A field that is being typed in keeps its keys. */
export function startKeymap(app: App, target: Window): () => void {
  const listener = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    if (isTyping(event.target) && keptByFields(key, event.target)) return;
    const id = commandForKey(key);
    if (id === null || app.shell.bakeOpen.peek() || (app.shell.helpOpen.peek() && id !== 'help')) return;
    if (key === 'Ctrl+C' && !(target.getSelection()?.isCollapsed ?? true)) return;
    const ran = runCommand(app, id);
    const whyNot = ran || event.repeat ? null : (commandOf(id).whyNot?.(app) ?? null);
    if (whyNot !== null) app.session.inform(whyNot);
    // The browser's own meaning of a key of ours (Ctrl+O, F1) would surprise, also when ours cannot run.
    if (ran || key.includes('Ctrl+') || key === 'F1') event.preventDefault();
  };
  target.addEventListener('keydown', listener);
  return () => target.removeEventListener('keydown', listener);
}

function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLInputElement ? target.type !== 'range' : target instanceof HTMLTextAreaElement;
}

/** In a field only Ctrl keys are commands, and of these undo and copy belong to text that is being edited. */
function keptByFields(key: string, field: HTMLElement): boolean {
  if (key === 'F1') return false;
  if (!key.includes('Ctrl+')) return true;
  if (/Ctrl\+(Z|Y)$/.test(key)) return field.dataset['edited'] === 'true';
  return /Ctrl\+[ACVX]$/.test(key);
}

/** `Shift Ctrl Z`, `Esc`: a key as menus and tooltips show it. */
export function keyLabel(key: string): string {
  return key === 'Escape' ? 'Esc' : key.replace(/\+(?=.)/g, ' ');
}
