import type { App } from './app.ts';
import { always, type Command } from './command.ts';
import { applyHullPushOut, hullPushOut } from './separation-actions.ts';

const hasPair = ({ store }: App): boolean => store.scene.value.movingMesh !== null;

/** The commands of the separation of two meshes, for the table of all. */
export const separationCommands = {
  separation: {
    title: 'Separation',
    meaning: 'Shows the panel that tests the convex hulls of the moving mesh and the fixed mesh, and pushes one out of the other.',
    menu: 'Tools',
    keys: [],
    when: always,
    run: ({ shell }) => shell.showList('separation', true),
  },
  applyHullPushOut: {
    title: 'Apply hull push-out',
    meaning: 'Moves the moving mesh by the shortest translation that separates the convex hulls. The panel Separation shows it.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => hullPushOut(store) !== null,
    run: ({ store }) => applyHullPushOut(store),
  },
  findPushOut: {
    title: 'Find push-out',
    meaning: 'Finds a short translation of the moving mesh that separates it from the fixed mesh, whatever their shapes.',
    menu: 'Tools',
    keys: [],
    when: hasPair,
    run: ({ shell, separation }) => {
      shell.showList('separation');
      separation.findPushOut();
    },
  },
} as const satisfies Record<string, Command>;
