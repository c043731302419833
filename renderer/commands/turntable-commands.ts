import { hasMesh, type Command } from './command.ts';
import { toggleDialog } from './dialogs.ts';
import { setTurns } from './turntable-actions.ts';

/** The commands of the turntable in the menu View, for the table of all. */
export const turntableCommands = {
  turntable: {
    title: 'Turntable',
    meaning: 'Moves the camera around its target until you move it. Speed and direction are in the camera card.',
    menu: 'View',
    keys: ['Alt+T'],
    when: (app) => hasMesh(app) && app.store.camera.value !== null,
    checked: ({ store }) => store.turns.value,
    run: ({ store }) => setTurns(store, !store.turns.peek()),
  },
  saveTurntable: {
    title: 'Save turntable…',
    meaning: 'Saves one full turn as numbered PNG pictures in a ZIP file, with the settings of Save picture.',
    menu: 'View',
    keys: [],
    when: (app) => hasMesh(app) && app.store.camera.value !== null,
    run: ({ shell }) => toggleDialog(shell, 'saveTurntable'),
  },
} as const satisfies Record<string, Command>;
