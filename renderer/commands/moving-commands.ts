import { poseAtRest, withoutMover, withTool } from '../state/scene-edits.ts';
import type { Gizmo } from '../state/records.ts';
import type { App } from './app.ts';
import type { Command } from './command.ts';
import { bringTogether, changeMover, takeGizmo } from './mover-actions.ts';

const hasMover = ({ store }: App): boolean => store.scene.value.mover !== null;
const hasHandles = ({ store }: App, mode: Gizmo['mode']): boolean =>
  store.scene.value.tool === 'mover' && store.scene.value.gizmo.mode === mode;

/** The commands of the second mesh, for the table of all. */
export const moverCommands = {
  moverTool: {
    title: 'Mover',
    meaning: 'Moves a second mesh against another, and tells live where they meet.',
    menu: 'Tools',
    keys: ['G'],
    icon: 'mover',
    when: () => true,
    checked: ({ store }) => store.scene.value.tool === 'mover',
    run: ({ store }) => takeGizmo(store, {}),
  },
  moverMove: {
    title: 'Move mover',
    meaning: 'Takes the handles that move the second mesh; Ctrl moves in whole steps.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['W'],
    icon: 'moverMove',
    when: hasMover,
    checked: (app) => hasHandles(app, 'move'),
    run: ({ store }) => takeGizmo(store, { mode: 'move' }),
  },
  moverTurn: {
    title: 'Turn mover',
    meaning: 'Takes the handles that turn the second mesh about its middle; Ctrl turns by 15°.',
    menu: 'Tools',
    keys: ['E'],
    icon: 'moverTurn',
    when: hasMover,
    checked: (app) => hasHandles(app, 'turn'),
    run: ({ store }) => takeGizmo(store, { mode: 'turn' }),
  },
  moverScale: {
    title: 'Scale mover',
    meaning: 'Takes the handles that scale the second mesh about its middle, alike along all axes.',
    menu: 'Tools',
    keys: ['R'],
    icon: 'moverScale',
    when: hasMover,
    checked: (app) => hasHandles(app, 'scale'),
    run: ({ store }) => takeGizmo(store, { mode: 'scale' }),
  },
  moverAxes: {
    title: 'Handles along the mover’s own axes',
    meaning: 'Handles move and turn along the axes of the mover, or of the still mesh.',
    menu: 'Tools',
    keys: ['L'],
    when: hasMover,
    checked: ({ store }) => store.scene.value.gizmo.axes === 'mover',
    run: ({ store }) => takeGizmo(store, { axes: store.scene.peek().gizmo.axes === 'mover' ? 'still' : 'mover' }),
  },
  moverCentre: {
    title: 'Bring mover to the middle',
    meaning: 'Moves the middle of the mover’s box to the middle of the still mesh’s.',
    menu: 'Tools',
    keys: ['C'],
    when: hasMover,
    run: ({ store }) => bringTogether(store),
  },
  moverReset: {
    title: 'Put mover back',
    meaning: 'Back to where its file has it: no move, no turn, scale 1.',
    menu: 'Tools',
    keys: [],
    when: hasMover,
    run: ({ store }) => changeMover(store, 'Put mover back', poseAtRest),
  },
  moverRemove: {
    title: 'Let go of the mover',
    meaning: 'Makes the mover a mesh like the others again, where its file has it.',
    menu: 'Tools',
    keys: ['Alt+Delete'],
    when: hasMover,
    run: ({ store }) => store.history.change('Let go of the mover', (scene) => withTool(withoutMover(scene), 'select')),
  },
} as const satisfies Record<string, Command>;
