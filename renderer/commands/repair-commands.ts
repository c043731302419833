import { otherOfRepair, withShownInstead } from '../state/repair/show-repaired.ts';
import { writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import type { Command } from './command.ts';
import { fillHole, openRepair, selectedHole } from './repair-actions.ts';

const other = ({ store }: App) => otherOfRepair(store.documents.value, store.activeDocument.value);

/** The commands of the repairs, for the table of all. */
export const repairCommands = {
  repair: {
    title: 'Repair…',
    meaning: 'Fixes findings of the active mesh: shows what would change, then makes a repaired copy.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['Shift+R'],
    icon: 'repair',
    when: ({ store }) => store.connected.value && store.activeDocument.value?.mesh?.bounds != null,
    run: (app) => openRepair(app, []),
  },
  fillHole: {
    title: 'Fill this hole',
    meaning: 'Makes a repaired copy in which only the selected hole is filled. Undo shows the original again.',
    menu: 'Tools',
    keys: ['Shift+I'],
    when: (app) => selectedHole(app) !== null && app.store.connected.value && app.store.activeDocument.value?.summary.repair === null,
    run: (app) => {
      const hole = selectedHole(app);
      if (hole !== null) void fillHole(app, hole);
    },
  },
  showOtherOfRepair: {
    title: 'Before/after repair',
    meaning: 'Shows the mesh before its repair, or after it again.',
    menu: 'Tools',
    keys: ['Shift+Y'],
    when: (app) => other(app) !== null,
    checked: ({ store }) => store.activeDocument.value?.summary.repairOf != null,
    run: (app) => {
      const to = other(app);
      const from = app.store.activeDocument.peek();
      if (to === null || from === null) return;
      const title = to.summary.repairOf === from.summary.id ? 'Show after repair' : 'Show before repair';
      writable(app.store).history.change(title, (scene) => withShownInstead(scene, from.summary.id, to.summary.id));
    },
  },
} as const satisfies Record<string, Command>;
