import type { MeasureKind } from '../state/measure/measure-kinds.ts';
import type { App } from './app.ts';
import { always, type Command } from './command.ts';
import { clearPoints, measure, setClearance } from './measure-actions.ts';

const measures =
  (kind: MeasureKind) =>
  ({ store }: App): boolean =>
    store.scene.value.tool === 'measure' && store.measuring.value === kind;

/** The commands of the measure tool, for the table of all. */
export const measureCommands = {
  measureTool: {
    title: 'Measure',
    meaning: 'Measures distances and angles of points, the clearance of two parts, or the bounds of the selection.',
    menu: 'Tools',
    keys: ['Alt+M'],
    icon: 'measure',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'measure',
    run: ({ store }) => measure(store, store.measuring.peek()),
  },
  measurePoints: {
    title: 'Measure points',
    meaning:
      'Click two points to measure their distance, a third one for the angle. Points snap to vertices, midpoints and edges; Ctrl turns that off.',
    menu: 'Tools',
    keys: [],
    when: always,
    checked: measures('points'),
    run: ({ store }) => measure(store, 'points'),
  },
  measureClearance: {
    title: 'Measure clearance',
    meaning: 'Click two parts, or the fixed and the moving mesh, to measure their smallest distance.',
    menu: 'Tools',
    keys: [],
    when: always,
    checked: measures('clearance'),
    run: ({ store }) => measure(store, 'clearance'),
  },
  measureBounds: {
    title: 'Measure bounds',
    meaning: 'Shows size, centre, diagonal, area and volume of the selection.',
    menu: 'Tools',
    keys: [],
    when: always,
    checked: measures('bounds'),
    run: ({ store }) => measure(store, 'bounds'),
  },
  clearMeasure: {
    title: 'Clear measurement',
    meaning: 'Removes the measured points.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.scene.value.measure.length > 0,
    run: ({ store }) => clearPoints(store),
  },
  clearClearance: {
    title: 'Clear clearance',
    meaning: 'Clears the chosen parts and stops the measurement.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.scene.value.clearance.length > 0,
    run: ({ store }) => setClearance(store, 'Clear clearance', []),
  },
} as const satisfies Record<string, Command>;
