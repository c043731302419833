import type { App } from './app.ts';
import type { Command } from './command.ts';
import { openWalk, replayWalk, saveWalk, startWalk, stopWalk, toggleWalkView, whyNoWalk } from './walk-actions.ts';

const noWalk = 'Start a walk first: View > Walk.';
const isRecorded = ({ store }: App): boolean => (store.walk.value?.recorded ?? 0) > 0;

/** The commands of the walk, in the menu View. */
export const walkCommands = {
  walk: {
    title: 'Walk',
    meaning: 'Walks through the active mesh by W A S D, E jumps. A drag looks around. Nothing passes through a triangle. Esc leaves.',
    menu: 'View',
    keys: ['Alt+U'],
    when: ({ store }) => whyNoWalk(store) === null,
    whyNot: ({ store }) => whyNoWalk(store),
    checked: ({ store }) => store.walk.value !== null,
    run: (app) => (app.store.walk.peek() === null ? startWalk(app) : stopWalk(app.store)),
  },
  walkView: {
    title: 'Chase camera',
    meaning: 'Shows the walk from behind the body, in front of the first surface in between.',
    menu: 'View',
    keys: [],
    when: ({ store }) => store.walk.value !== null,
    whyNot: ({ store }) => (store.walk.value === null ? noWalk : null),
    checked: ({ store }) => store.walk.value?.walk.settings.view === 'chase',
    run: ({ store }) => toggleWalkView(store),
  },
  replayWalk: {
    title: 'Replay walk',
    meaning: 'Plays the recorded walk again, from its start. It is the same in every step.',
    menu: 'View',
    keys: [],
    when: isRecorded,
    whyNot: (app) => (isRecorded(app) ? null : 'No walk is recorded. Start one with Walk.'),
    run: ({ store }) => replayWalk(store),
  },
  openWalk: {
    title: 'Open walk…',
    meaning: 'Opens the file of a walk, and replays it through the active mesh.',
    menu: 'View',
    keys: [],
    when: ({ store }) => whyNoWalk(store) === null,
    whyNot: ({ store }) => whyNoWalk(store),
    run: openWalk,
  },
  saveWalk: {
    title: 'Save walk',
    meaning: 'Saves the recorded walk as a file for boxwood walk --replay.',
    menu: 'View',
    keys: [],
    when: isRecorded,
    whyNot: (app) => (isRecorded(app) ? null : 'No walk is recorded. Start one with Walk.'),
    run: ({ store }) => saveWalk(store),
  },
} as const satisfies Record<string, Command>;
