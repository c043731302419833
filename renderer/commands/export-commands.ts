import type { App } from './app.ts';
import type { Command } from './command.ts';
import { openExport } from './export-actions.ts';

/** An export needs a mesh with a valid triangle. */
const canExport = ({ store }: App): boolean => store.connected.value && store.activeDocument.value?.mesh?.bounds != null;

const hasSelectedParts = ({ store }: App): boolean => {
  const { selection } = store.scene.value;
  return selection?.kind === 'part' || selection?.kind === 'parts';
};

/** The commands of exports, for the table of all. */
export const exportCommands = {
  export: {
    title: 'Export…',
    meaning:
      'Writes the mesh, or collision data with its tree, to a file for Unity, Unreal, Godot or a physics engine: format, parts, unit and axes. The file is verified first.',
    menu: 'File',
    beginsGroup: true,
    keys: ['Ctrl+E', 'Ctrl+B'],
    when: canExport,
    run: (app) => openExport(app, 'all'),
  },
  exportSelected: {
    title: 'Export selected parts…',
    meaning: 'Writes only the selected parts to a file.',
    menu: 'File',
    keys: [],
    when: (app) => canExport(app) && hasSelectedParts(app),
    run: (app) => openExport(app, 'selected'),
  },
} as const satisfies Record<string, Command>;
