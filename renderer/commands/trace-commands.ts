import { resultTriangle } from '../state/selection/result-triangle.ts';
import type { App } from './app.ts';
import { hasTree, type Command } from './command.ts';
import { explainSelected, likelyTrace, playTrace, recordTrace, seekTrace, stepTrace } from './trace-actions.ts';

const hasTrace = ({ store }: App): boolean => (store.traced.value?.kind ?? 'none') !== 'none';

/** The commands of the query debugger, in the menu Tools. */
export const traceCommands = {
  traceQuery: {
    title: 'Query debugger',
    meaning: 'Records each step of the current query on its tree, to play and to explain.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['Alt+Q'],
    when: hasTree,
    checked: ({ store }) => store.trace.value.query !== null,
    run: ({ store, shell }) => {
      if (store.trace.peek().query !== null) return recordTrace(store, null);
      recordTrace(store, likelyTrace(store));
      shell.showList('trace', true);
    },
  },
  tracePlay: {
    title: 'Play query steps',
    meaning: 'Plays or pauses the steps of the recorded query.',
    menu: 'Tools',
    keys: ['Alt+E'],
    when: hasTrace,
    checked: ({ store }) => store.trace.value.isPlaying,
    run: ({ store }) => playTrace(store),
  },
  traceBack: {
    title: 'Previous query step',
    meaning: 'Goes one step back in the recorded query.',
    menu: 'Tools',
    keys: [','],
    when: hasTrace,
    run: ({ store }) => stepTrace(store, -1),
  },
  traceForward: {
    title: 'Next query step',
    meaning: 'Goes one step forward in the recorded query.',
    menu: 'Tools',
    keys: ['.'],
    when: hasTrace,
    run: ({ store }) => stepTrace(store, 1),
  },
  traceStart: {
    title: 'First query step',
    meaning: 'Goes to the start of the recorded query.',
    menu: 'Tools',
    keys: ['Alt+,'],
    when: hasTrace,
    run: ({ store }) => seekTrace(store, 0),
  },
  traceEnd: {
    title: 'Last query step',
    meaning: 'Goes to the end of the recorded query.',
    menu: 'Tools',
    keys: ['Alt+.'],
    when: hasTrace,
    run: ({ store }) => seekTrace(store, Infinity),
  },
  whyTested: {
    title: 'Why was this triangle tested?',
    meaning: 'Goes to the step of the query that tested the selected triangle, or that culled an ancestor.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => {
      const { selection, ray, sphere, probe, movingMesh } = store.scene.value;
      const isTriangle = selection?.kind === 'triangle' || selection?.kind === 'contact' || resultTriangle(store) !== null;
      return isTriangle && (ray !== null || sphere !== null || probe !== null || movingMesh !== null);
    },
    whyNot: () => 'Select a triangle, and cast a ray, place a sphere or a probe, or choose a moving mesh first.',
    run: ({ store, shell }) => {
      explainSelected(store);
      shell.showList('trace');
    },
  },
} as const satisfies Record<string, Command>;
