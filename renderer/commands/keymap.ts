import type { App } from './app.ts';
import { commandOf, type CommandId } from './commands.ts';
import { commandForKey, keysOf } from './key-maps.ts';

/** The fields of a keyboard event that identify its key. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The physical key. */
  readonly code?: string;
}

/**
 * Returns a key press in the form of the command table: `Shift+Ctrl+Z`, `F`, `?`, `Escape`. The Mac's Command key counts as Ctrl.
 * Shift is named only with letters and named keys: `?` needs it on one keyboard and not on another. Digits of the numeric pad are
 * keys of their own, with or without NumLock: `Numpad7`.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey, code = '' }: KeyPress): string {
  const letter = /^[a-z]$/i.test(key);
  const isOnPad = /^Numpad\d$/.test(code);
  const name = letter ? key.toUpperCase() : key === ' ' ? 'Space' : isOnPad ? code : key;
  const shift = shiftKey && (letter || name.length > 1) ? 'Shift+' : '';
  return `${shift}${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${name}`;
}

/** Runs a command if it can run now. */
export function runCommand(app: App, id: CommandId): boolean {
  const command = commandOf(id);
  if (!command.when(app)) return false;
  command.run(app);
  return true;
}

/** Listens to the whole window. A focused text field keeps its keys. Returns the function that stops. */
export function startKeymap(app: App, target: Window): () => void {
  const held = new Map<string, () => void>();
  const release = (code: string): void => {
    held.get(code)?.();
    held.delete(code);
  };
  const releaseAll = (): void => [...held.keys()].forEach(release);
  const onKeyUp = ({ code }: KeyboardEvent): void => release(code);
  const listener = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    if (isTyping(event.target) && keptByFields(key, event.target)) return;
    const id = commandForKey(key);
    const dialog = app.shell.dialog.peek();
    // The command that opens a dialog has its name, and closes it too.
    if (id === null || (dialog !== null && id !== dialog && !overDialogs.has(id))) return;
    if (key === 'Ctrl+C' && !(target.getSelection()?.isCollapsed ?? true)) return;
    const { hold, when } = commandOf(id);
    if (hold !== undefined && when(app)) {
      event.preventDefault();
      if (!event.repeat && !held.has(event.code)) held.set(event.code, hold(app));
      return;
    }
    const ran = runCommand(app, id);
    const whyNot = ran || event.repeat ? null : (commandOf(id).whyNot?.(app) ?? null);
    if (whyNot !== null) app.session.inform(whyNot);
    // The browser's action for one of our keys (Ctrl+O, F1) would surprise, even if our command cannot run.
    if (ran || key.includes('Ctrl+') || /^F\d/.test(key)) event.preventDefault();
  };
  target.addEventListener('keydown', listener);
  target.addEventListener('keyup', onKeyUp);
  // A key that is released in another window is not reported.
  target.addEventListener('blur', releaseAll);
  return () => {
    releaseAll();
    target.removeEventListener('keydown', listener);
    target.removeEventListener('keyup', onKeyUp);
    target.removeEventListener('blur', releaseAll);
  };
}

/** The manual opens over a dialog, and the keys of regions step through its parts. */
const overDialogs: ReadonlySet<CommandId> = new Set(['manualHere', 'nextRegion', 'previousRegion']);

/** Types of fields that letters are not typed into. */
const withoutText: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range']);

function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLInputElement ? !withoutText.has(target.type) : target instanceof HTMLTextAreaElement;
}

/**
 * Returns whether a field keeps a key: all but function keys and Ctrl keys, and of these those of the clipboard, and undo and redo while its
 * text is edited. Letters with Alt write text, but no number.
 */
function keptByFields(key: string, field: HTMLElement): boolean {
  if (/^F\d/.test(key)) return false;
  if (/^(Shift\+)?Alt\+[A-Z]$/.test(key)) return field.inputMode !== 'decimal';
  if (!key.includes('Ctrl+')) return true;
  if (/Ctrl\+(Z|Y)$/.test(key)) return field.dataset['edited'] === 'true';
  return /Ctrl\+[ACVX]$/.test(key);
}

/** Returns the first key of a command in the user's key map, as menus and tooltips show it; `null` for none. */
export function shortcutOf(id: CommandId): string | null {
  const key = keysOf(id)[0];
  return key === undefined ? null : keyLabel(key);
}

/** Returns a text for a tooltip with the key of a command after it: `Show the other half (Alt Y)`. */
export function withShortcut(text: string, id: CommandId): string {
  const shortcut = shortcutOf(id);
  return shortcut === null ? text : `${text} (${shortcut})`;
}

/** Returns a key as menus and tooltips show it: `Shift Ctrl Z`, `Esc`. */
export function keyLabel(key: string): string {
  return key === 'Escape' ? 'Esc' : key.replace('Numpad', 'Num ').replace(/\+(?=.)/g, ' ');
}
