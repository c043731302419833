import type { App } from './app.ts';
import type { Command } from './command.ts';
import { backToScene, closeScene, leftScene, openScenePair, playScene, showSceneStep, startSceneComparison } from './scene-actions.ts';

const hasSceneOf = (store: App['store']): boolean => store.scene.value.instances !== null;
const hasScene = ({ store }: App): boolean => hasSceneOf(store);
const noScene = (app: App): string | null =>
  hasScene(app) ? null : 'No scene is open. Open a .boxwood-scene.json file together with its meshes.';
const hasPair = ({ store }: App): boolean => store.scene.value.instances !== null && store.sceneRun.value.pair !== null;

/** The commands of scenes of many instances, in the menu Tools. */
export const sceneCommands = {
  playScene: {
    title: 'Play scene',
    meaning: 'Moves the instances of the scene step by step, and finds their pairs at each step.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['Alt+D'],
    when: hasScene,
    whyNot: noScene,
    checked: ({ store }) => store.sceneRun.value.isPlaying,
    run: ({ store, shell }) => {
      shell.showList('scene');
      playScene(store, !store.sceneRun.peek().isPlaying);
    },
  },
  sceneStepForward: {
    title: 'Next step of scene',
    meaning: 'Moves the instances of the scene by one step.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ store }) => showSceneStep(store, store.sceneRun.peek().step + 1),
  },
  sceneStepBack: {
    title: 'Previous step of scene',
    meaning: 'Moves the instances of the scene back by one step.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ store }) => showSceneStep(store, store.sceneRun.peek().step - 1),
  },
  openScenePair: {
    title: 'Open pair as two meshes',
    meaning: 'Shows the chosen pair of instances as fixed and moving mesh, with its contacts.',
    menu: 'Tools',
    keys: [],
    when: hasPair,
    whyNot: (app) => noScene(app) ?? (hasPair(app) ? null : 'Choose a pair in the list Scene first.'),
    run: (app) => void openScenePair(app),
  },
  backToScene: {
    title: 'Back to scene',
    meaning: 'Shows the scene that was closed last, or left for a pair, with its step, options, choice and camera.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => leftScene(store) !== null,
    whyNot: ({ store }) =>
      hasSceneOf(store) ? 'A scene is open.' : leftScene(store) === null ? 'No scene with open meshes was closed.' : null,
    run: ({ store, shell }) => {
      shell.showList('scene');
      backToScene(store);
    },
  },
  compareScene: {
    title: 'Compare methods on scene',
    meaning: 'Runs every broad phase and both storages of leaves on the scene, and shows figures 2 and 3 in the list Compare.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ store, shell }) => {
      shell.showList('compare');
      startSceneComparison(store);
    },
  },
  saveScene: {
    title: 'Save scene',
    meaning: 'Saves the instances with their sets, layers and motions, and their meshes, as one archive that opens again.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ projects }) => void projects.saveScene(true),
  },
  saveSceneFile: {
    title: 'Save scene without meshes',
    meaning: 'Saves the scene file alone. It opens only next to its meshes.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ projects }) => void projects.saveScene(false),
  },
  closeScene: {
    title: 'Close scene',
    meaning: 'Removes the instances. The meshes stay open, and are shown again.',
    menu: 'Tools',
    keys: [],
    when: hasScene,
    whyNot: noScene,
    run: ({ store }) => closeScene(store),
  },
} as const satisfies Record<string, Command>;
