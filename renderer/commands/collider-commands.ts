import { colliderSubject, compareShownColliders, makeShownCollider } from './collider-actions.ts';
import type { App } from './app.ts';
import { always, type Command } from './command.ts';

const canRun = ({ store }: App): boolean => store.connected.value && colliderSubject(store)?.source.mesh?.bounds != null;

/** The commands of colliders, for the table of all. */
export const colliderCommands = {
  colliders: {
    title: 'Colliders',
    meaning: 'Shows the panel that makes colliders of the active mesh, compares and edits them.',
    menu: 'Tools',
    beginsGroup: true,
    keys: [],
    when: always,
    run: ({ shell }) => shell.showList('colliders', true),
  },
  makeCollider: {
    title: 'Make collider',
    meaning: 'Makes a collider of the active mesh or of its selected parts with the options of the panel, and shows it over the mesh.',
    menu: 'Tools',
    keys: [],
    when: canRun,
    run: (app) => {
      app.shell.showList('colliders');
      makeShownCollider(app);
    },
  },
  compareColliders: {
    title: 'Compare colliders',
    meaning: 'Makes a collider of the active mesh by every method, and compares what they cost and how far they are from the mesh.',
    menu: 'Tools',
    keys: [],
    when: canRun,
    run: (app) => {
      app.shell.showList('colliders');
      compareShownColliders(app);
    },
  },
} as const satisfies Record<string, Command>;
