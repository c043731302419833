import { menuNames } from './command.ts';
import { commandIds, commandOf } from './commands.ts';
import { keysOf } from './key-maps.ts';
import { keyLabel } from './keymap.ts';
import { pointerGestures } from './pointer-gestures.ts';

export interface ShortcutRow {
  readonly title: string;
  readonly meaning: string;
  readonly keys: readonly string[];
}

export interface ShortcutGroup {
  readonly title: string;
  readonly rows: readonly ShortcutRow[];
}

/** Returns all commands with their keys by menu, and the mouse, as far as every word of the query is in their title, meaning or keys. */
export function shortcutGroups(query: string): readonly ShortcutGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const ofMenus = menuNames.map((menu) => ({
    title: menu,
    rows: commandIds
      .filter((id) => commandOf(id).menu === menu)
      .map((id) => ({ title: commandOf(id).title, meaning: commandOf(id).meaning, keys: keysOf(id).map(keyLabel) })),
  }));
  const ofMouse = { title: 'Mouse in the view', rows: pointerGestures().map(({ keys, does }) => ({ title: does, meaning: does, keys })) };
  return [...ofMenus, ofMouse]
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => isFound(row, words)) }))
    .filter(({ rows }) => rows.length > 0);
}

function isFound({ title, meaning, keys }: ShortcutRow, words: readonly string[]): boolean {
  const text = `${title} ${meaning} ${keys.join(' ')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
