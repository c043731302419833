import { withoutProbe, withProbePinned } from '../state/probe/probe-edits.ts';
import { writable } from '../state/store/store.ts';
import { chooseTool } from './actions.ts';
import { always, type Command } from './command.ts';
import { setProbeFollows } from './probe-actions.ts';

/** The commands of the probe tool, in the menu Tools. */
export const probeCommands = {
  probeTool: {
    title: 'Probe',
    meaning: 'Queries the mesh under the pointer with any shape. Click to place it. Drag to slide it.',
    menu: 'Tools',
    keys: ['Shift+E'],
    icon: 'probe',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'probe',
    run: ({ store }) => chooseTool(store, 'probe'),
  },
  probeFollow: {
    title: 'Probe follows pointer',
    meaning: 'The probe shows its result wherever the pointer is on a surface, until a click places it.',
    menu: 'Tools',
    keys: ['Shift+J'],
    when: ({ store }) => store.scene.value.tool === 'probe',
    checked: ({ store }) => store.probeFollows.value,
    run: ({ store }) => setProbeFollows(store, !store.probeFollows.peek()),
  },
  pinProbe: {
    title: 'Pin probe',
    meaning: 'Keeps the probe in the document: it is named, listed and drawn, and saved with the project.',
    menu: 'Tools',
    keys: ['Shift+Alt+P'],
    when: ({ store }) => store.scene.value.probe !== null,
    run: ({ store }) => writable(store).history.change('Pin probe', withProbePinned),
  },
  removeProbe: {
    title: 'Remove probe',
    meaning: 'Removes the probe and its results.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.scene.value.probe !== null,
    run: ({ store }) => {
      setProbeFollows(store, true);
      writable(store).history.change('Remove probe', withoutProbe);
    },
  },
} as const satisfies Record<string, Command>;
