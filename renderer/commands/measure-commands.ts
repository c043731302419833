import { withTool } from '../state/store/scene-edits.ts';
import { writable } from '../state/store/store.ts';
import { always, type Command } from './command.ts';

/** The commands of the measure tool, for the table of all. */
export const measureCommands = {
  measureTool: {
    title: 'Measure',
    meaning:
      'Click two points to measure their distance, a third one for the angle. Points snap to vertices and edges; Ctrl turns that off.',
    menu: 'Tools',
    keys: ['Alt+M'],
    icon: 'measure',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'measure',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'measure')),
  },
  clearMeasure: {
    title: 'Clear measurement',
    meaning: 'Removes the measured points.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.scene.value.measure.length > 0,
    run: ({ store }) => writable(store).history.change('Clear measurement', (scene) => ({ ...scene, measure: [] })),
  },
} as const satisfies Record<string, Command>;
