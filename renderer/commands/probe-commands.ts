import { withoutProbe, withProbePinned } from '../state/probe/probe-edits.ts';
import { writable } from '../state/store/store.ts';
import { chooseTool } from './actions.ts';
import type { App } from './app.ts';
import { always, type Command } from './command.ts';
import { whyNoPin } from './pin-actions.ts';
import { setProbeFollows } from './probe-actions.ts';

const hasProbe = ({ store }: App): boolean => store.scene.value.probe !== null;

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
    whyNot: ({ store }) => (store.scene.value.tool === 'probe' ? null : 'Choose the tool Probe first.'),
    checked: ({ store }) => store.probeFollows.value,
    run: ({ store }) => setProbeFollows(store, !store.probeFollows.peek()),
  },
  pinProbe: {
    title: 'Pin probe',
    meaning: 'Keeps the probe in the document: it is named, listed and drawn, and saved with the project.',
    menu: 'Tools',
    keys: ['Shift+Alt+P'],
    when: (app) => whyNoPin(app) === null,
    whyNot: whyNoPin,
    run: ({ store }) => writable(store).history.change('Pin probe', withProbePinned),
  },
  removeProbe: {
    title: 'Remove probe',
    meaning: 'Removes the probe and its results.',
    menu: 'Tools',
    keys: [],
    when: hasProbe,
    whyNot: (app) => (hasProbe(app) ? null : 'Place a probe first: choose the tool Probe and click a surface.'),
    run: ({ store }) => {
      setProbeFollows(store, true);
      writable(store).history.change('Remove probe', withoutProbe);
    },
  },
} as const satisfies Record<string, Command>;
