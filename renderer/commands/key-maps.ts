import { pageKeyMap } from '../state/preferences/page-input.ts';
import type { Preferences } from '../state/preferences/preferences.ts';
import { commandIds, commandOf, type CommandId } from './commands.ts';

type Overrides = Readonly<Partial<Record<CommandId, readonly string[]>>>;

/** The keys of commands as in other applications, in place of those of the command table. Their commands lose the keys that these take. */
export const keyMaps: Readonly<Record<Preferences['keyMap'], Overrides>> = {
  boxwood: {},
  blender: {
    selectTool: ['W'],
    boxSelect: ['B'],
    boxes: ['Shift+B'],
    movingMove: ['G'],
    movingRotate: ['R'],
    movingScale: ['S'],
    movingTool: ['Shift+G'],
    movingAxes: [','],
    sphereTool: ['Shift+S'],
    selectAll: ['A', 'Ctrl+A'],
    selectNone: ['Alt+A', 'Shift+Ctrl+A'],
    rayMode: ['Shift+A'],
    selectConnected: ['L', 'Shift+C'],
    frame: ['.', 'F'],
    xray: ['Alt+Z'],
    wire: ['Shift+Z'],
    fly: ['~', 'Shift+W'],
    removeRay: ['X', 'Delete'],
    palette: ['F3', 'Ctrl+K'],
    traceBack: ['{'],
    traceForward: ['}'],
  },
  unreal: {
    viewFront: ['Alt+H', 'Numpad1'],
    viewRight: ['Alt+K', 'Numpad3'],
    viewTop: ['Alt+J', 'Numpad7'],
    orthographic: ['Alt+G', 'Numpad5'],
    wire: ['Alt+2'],
    shaded: ['Alt+4'],
    showAll: ['Ctrl+H'],
    checkAll: ['Shift+Alt+K'],
    goToNode: ['Shift+Alt+G'],
    movingAxes: ['Ctrl+`', 'L'],
  },
  maya: {
    frameEverything: ['A', 'Home'],
    rayMode: ['Shift+A'],
    wire: ['4'],
    shaded: ['5'],
    hide: ['H', 'Ctrl+H'],
    hideUnselected: ['Alt+H'],
    showAll: ['Shift+H', 'Shift+Ctrl+H'],
    selectMore: ['>', 'Alt+ArrowUp'],
    selectLess: ['<', 'Alt+ArrowDown'],
    undo: ['Ctrl+Z', 'Z'],
    redo: ['Shift+Ctrl+Z', 'Ctrl+Y', 'Shift+Z'],
  },
};

/** Returns the keys of a command in the user's key map, or in another one; the first one is shown. Follows the preferences. */
export function keysOf(id: CommandId, map: Preferences['keyMap'] = pageKeyMap.value): readonly string[] {
  return keyMaps[map][id] ?? commandOf(id).keys.filter((key) => !takenKeys[map].has(key));
}

/** Returns the command of a key, even if it cannot run now. */
export function commandForKey(key: string, map: Preferences['keyMap'] = pageKeyMap.value): CommandId | null {
  return commandIds.find((id) => keysOf(id, map).includes(key)) ?? null;
}

const takenKeys: Readonly<Record<Preferences['keyMap'], ReadonlySet<string>>> = {
  boxwood: taken('boxwood'),
  blender: taken('blender'),
  unreal: taken('unreal'),
  maya: taken('maya'),
};

function taken(map: Preferences['keyMap']): ReadonlySet<string> {
  return new Set(Object.values(keyMaps[map]).flat());
}
