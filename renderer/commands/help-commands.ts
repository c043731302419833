import { always, type Command } from './command.ts';
import { toggleDialog } from './dialogs.ts';
import { manualIndex, openManual, toggleManualHere } from './manual-actions.ts';
import { startTour } from './tour-actions.ts';

/** The commands of the menu Help, for the table of all. */
export const helpCommands = {
  manual: {
    title: 'Manual',
    meaning: 'Opens the manual next to the view. It needs no network.',
    menu: 'Help',
    keys: ['Shift+F1'],
    when: always,
    run: ({ shell }) => openManual(shell, manualIndex),
  },
  manualHere: {
    title: 'Manual page for this',
    meaning: 'Opens the page of the figure under the pointer, of the panel with the focus, or of the tool.',
    menu: 'Help',
    keys: ['F1'],
    when: always,
    run: (app) => toggleManualHere(app),
  },
  help: {
    title: 'Keyboard shortcuts',
    meaning: 'Lists all commands with their keys.',
    menu: 'Help',
    keys: ['?'],
    when: always,
    run: ({ shell }) => toggleDialog(shell, 'help'),
  },
  palette: {
    title: 'Search commands…',
    meaning: 'Finds a command, part, node, triangle, finding, mesh or sample by name or number.',
    menu: 'Help',
    keys: ['Ctrl+K', 'F3'],
    when: always,
    run: ({ shell }) => toggleDialog(shell, 'palette'),
  },
  tour: {
    title: 'Tour',
    meaning: 'Shows the regions of the window, one after the other.',
    menu: 'Help',
    keys: [],
    when: always,
    run: ({ shell }) => startTour(shell),
  },
  whatsNew: {
    title: "What's new",
    meaning: 'Opens the list of changes.',
    menu: 'Help',
    beginsGroup: true,
    keys: [],
    when: always,
    run: ({ shell }) => openManual(shell, '../../CHANGELOG.md'),
  },
  about: {
    title: 'About Boxwood',
    meaning: 'Shows the version and the licences of what Boxwood contains.',
    menu: 'Help',
    keys: [],
    when: always,
    run: ({ shell }) => toggleDialog(shell, 'about'),
  },
} as const satisfies Record<string, Command>;
