import { bspOf } from '../state/bsp/bsp-state.ts';
import { setBspLook } from './bsp-actions.ts';
import type { App } from './app.ts';
import { always, type Command } from './command.ts';

const openMesh = 'Open a mesh first.';
const hasMesh = ({ store }: App): boolean => store.activeDocument.value?.mesh?.bounds != null;
const noTree = 'Build a BSP tree first: Tools > Build BSP tree.';
const hasBsp = ({ store }: App): boolean => bspOf(store.bsp.value, store.scene.value.activeDocument)?.picture != null;

/** The commands of BSP trees, for the table of all. */
export const bspCommands = {
  bsp: {
    title: 'BSP',
    meaning: 'Shows the panel of the BSP tree: the convex pieces of a closed mesh, its empty cells, portals and leaks.',
    menu: 'Tools',
    keys: [],
    when: always,
    run: ({ shell }) => shell.showList('bsp', true),
  },
  buildBsp: {
    title: 'Build BSP tree',
    meaning: 'Splits the active mesh into convex leaves, solid and empty, and compares the tree with an AABB tree.',
    menu: 'Tools',
    keys: [],
    when: hasMesh,
    whyNot: (app) => (hasMesh(app) ? null : openMesh),
    run: ({ shell, bsp }) => {
      shell.showList('bsp');
      bsp.start();
    },
  },
  bspPortals: {
    title: 'Show portals',
    meaning: 'Outlines the openings between empty cells of the BSP tree.',
    menu: 'Tools',
    keys: [],
    when: hasBsp,
    whyNot: (app) => (hasBsp(app) ? null : noTree),
    checked: ({ store }) => store.bsp.value.look.portals,
    run: ({ store }) => setBspLook(store, { portals: !store.bsp.peek().look.portals }),
  },
  removeBsp: {
    title: 'Remove BSP tree',
    meaning: 'Removes the BSP tree of the active mesh, and shows the mesh again.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.bsp.value.run.kind === 'done',
    whyNot: ({ store }) => (store.bsp.value.run.kind === 'done' ? null : noTree),
    run: ({ bsp }) => bsp.stop(),
  },
} as const satisfies Record<string, Command>;
