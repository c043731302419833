import { writable } from '../state/store/store.ts';
import { poseAtRest, withoutMovingMesh, withTool } from '../state/store/scene-edits.ts';
import type { Gizmo } from '../state/store/records.ts';
import type { App } from './app.ts';
import type { Command } from './command.ts';
import { bringTogether, changeMovingMesh, takeGizmo } from './moving-actions.ts';

const hasMovingMesh = ({ store }: App): boolean => store.scene.value.movingMesh !== null;
const hasHandles = ({ store }: App, mode: Gizmo['mode']): boolean =>
  store.scene.value.tool === 'movingMesh' && store.scene.value.gizmo.mode === mode;

/** The commands of the second mesh, for the table of all. */
export const movingCommands = {
  movingTool: {
    title: 'Moving mesh',
    meaning: 'Moves a second mesh against another, and shows live where they intersect.',
    menu: 'Tools',
    keys: ['G'],
    icon: 'movingMesh',
    when: () => true,
    checked: ({ store }) => store.scene.value.tool === 'movingMesh',
    run: ({ store }) => takeGizmo(store, {}),
  },
  movingMove: {
    title: 'Move moving mesh',
    meaning: 'Takes the handles that move the second mesh; Ctrl moves in whole steps.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['W'],
    icon: 'movingMove',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'move'),
    run: ({ store }) => takeGizmo(store, { mode: 'move' }),
  },
  movingTurn: {
    title: 'Turn moving mesh',
    meaning: 'Takes the handles that turn the second mesh about its middle; Ctrl turns by 15°.',
    menu: 'Tools',
    keys: ['E'],
    icon: 'movingTurn',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'turn'),
    run: ({ store }) => takeGizmo(store, { mode: 'turn' }),
  },
  movingScale: {
    title: 'Scale moving mesh',
    meaning: 'Takes the handles that scale the second mesh about its middle, alike along all axes.',
    menu: 'Tools',
    keys: ['R'],
    icon: 'movingScale',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'scale'),
    run: ({ store }) => takeGizmo(store, { mode: 'scale' }),
  },
  movingAxes: {
    title: 'Handles along the moving mesh’s own axes',
    meaning: 'Handles move and rotate along the axes of the moving mesh, or of the fixed mesh.',
    menu: 'Tools',
    keys: ['L'],
    when: hasMovingMesh,
    checked: ({ store }) => store.scene.value.gizmo.axes === 'movingMesh',
    run: ({ store }) => takeGizmo(store, { axes: store.scene.peek().gizmo.axes === 'movingMesh' ? 'fixed' : 'movingMesh' }),
  },
  movingCentre: {
    title: 'Centre moving mesh',
    meaning: 'Moves the centre of the moving mesh’s bounds to the centre of the fixed mesh’s bounds.',
    menu: 'Tools',
    keys: ['C'],
    when: hasMovingMesh,
    run: ({ store }) => bringTogether(store),
  },
  movingReset: {
    title: 'Put moving mesh back',
    meaning: 'Back to where its file has it: no move, no turn, scale 1.',
    menu: 'Tools',
    keys: [],
    when: hasMovingMesh,
    run: ({ store }) => changeMovingMesh(store, 'Put moving mesh back', poseAtRest),
  },
  movingRemove: {
    title: 'Release moving mesh',
    meaning: 'Makes the moving mesh a mesh like the others again, where its file has it.',
    menu: 'Tools',
    keys: ['Alt+Delete'],
    when: hasMovingMesh,
    run: ({ store }) => writable(store).history.change('Release moving mesh', (scene) => withTool(withoutMovingMesh(scene), 'select')),
  },
} as const satisfies Record<string, Command>;
