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
    meaning: 'Moves a mesh against another and shows their contacts live.',
    menu: 'Tools',
    keys: ['G'],
    icon: 'movingMesh',
    when: () => true,
    checked: ({ store }) => store.scene.value.tool === 'movingMesh',
    run: ({ store }) => takeGizmo(store, {}),
  },
  movingMove: {
    title: 'Move moving mesh',
    meaning: 'Shows handles that move the moving mesh. Ctrl snaps to steps.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['W'],
    icon: 'movingMove',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'move'),
    run: ({ store }) => takeGizmo(store, { mode: 'move' }),
  },
  movingRotate: {
    title: 'Rotate moving mesh',
    meaning: 'Shows handles that rotate the moving mesh about its centre. Ctrl snaps to steps.',
    menu: 'Tools',
    keys: ['E'],
    icon: 'movingRotate',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'rotate'),
    run: ({ store }) => takeGizmo(store, { mode: 'rotate' }),
  },
  movingScale: {
    title: 'Scale moving mesh',
    meaning: 'Shows handles that scale the moving mesh uniformly about its centre. Ctrl snaps to steps.',
    menu: 'Tools',
    keys: ['R'],
    icon: 'movingScale',
    when: hasMovingMesh,
    checked: (app) => hasHandles(app, 'scale'),
    run: ({ store }) => takeGizmo(store, { mode: 'scale' }),
  },
  movingAxes: {
    title: 'Local axes',
    meaning: 'Aligns the handles with the axes of the moving mesh instead of the world axes.',
    menu: 'Tools',
    keys: ['L'],
    when: hasMovingMesh,
    checked: ({ store }) => store.scene.value.gizmo.axes === 'movingMesh',
    run: ({ store }) => takeGizmo(store, { axes: store.scene.peek().gizmo.axes === 'movingMesh' ? 'fixed' : 'movingMesh' }),
  },
  movingCentre: {
    title: 'Centre moving mesh',
    meaning: 'Moves the bounds centre of the moving mesh to the bounds centre of the fixed mesh.',
    menu: 'Tools',
    keys: ['C'],
    when: hasMovingMesh,
    run: ({ store }) => bringTogether(store),
  },
  movingReset: {
    title: 'Reset moving mesh',
    meaning: 'Resets the pose: no translation, no rotation, scale 1.',
    menu: 'Tools',
    keys: [],
    when: hasMovingMesh,
    run: ({ store }) => changeMovingMesh(store, 'Reset moving mesh', poseAtRest),
  },
  movingRemove: {
    title: 'Release moving mesh',
    meaning: 'Resets the pose and ends the pair query.',
    menu: 'Tools',
    keys: ['Alt+Delete'],
    when: hasMovingMesh,
    run: ({ store }) => writable(store).history.change('Release moving mesh', (scene) => withTool(withoutMovingMesh(scene), 'select')),
  },
} as const satisfies Record<string, Command>;
