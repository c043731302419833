import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { writable } from '../state/store/store.ts';
import { withoutRay, withoutSphere, withTool } from '../state/store/scene-edits.ts';
import { applyPushOut, changeRayOptions, changeSphereOptions } from './actions.ts';
import { always, hasTree, type Command } from './command.ts';
import { healthCommands } from './health-commands.ts';
import { movingCommands } from './moving-commands.ts';

/** The commands of the menu Tools, for the table of all. */
export const toolCommands = {
  selectTool: {
    title: 'Select',
    meaning: 'A click selects a triangle and opens the path to its leaf.',
    menu: 'Tools',
    keys: ['Q'],
    icon: 'select',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'select',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'select')),
  },
  rayTool: {
    title: 'Ray',
    meaning: 'A click fires a ray from the camera, a drag aims it.',
    menu: 'Tools',
    keys: ['T'],
    icon: 'ray',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'ray',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'ray')),
  },
  sphereTool: {
    title: 'Sphere',
    meaning: 'A click sets a sphere on the surface, a drag moves it, with Shift it changes its radius.',
    menu: 'Tools',
    keys: ['S'],
    icon: 'sphere',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'sphere',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'sphere')),
  },
  ...movingCommands,
  ...healthCommands,
  rayMode: {
    title: 'Next kind of hits',
    meaning: 'First, any or all hits of the ray.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['A'],
    when: ({ store }) => store.scene.value.ray !== null,
    run: ({ store }) => {
      const { ray } = store.scene.peek();
      if (ray === null) return;
      const modes = Object.keys(rayOptions.mode.choices) as (keyof typeof rayOptions.mode.choices)[];
      const mode = modes[(modes.indexOf(ray.options.mode) + 1) % modes.length]!;
      changeRayOptions(store, `Hits: ${rayOptions.mode.choices[mode].title.toLowerCase()}`, { mode });
    },
  },
  removeRay: {
    title: 'Remove ray',
    meaning: 'Takes the ray and its hits away.',
    menu: 'Tools',
    keys: ['Delete'],
    when: ({ store }) => store.scene.value.ray !== null,
    run: ({ store }) => writable(store).history.change('Remove ray', withoutRay),
  },
  pushOut: {
    title: 'Push sphere out',
    meaning: 'Moves the sphere to where it touches nothing, or as near to that as the push-out comes.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['P'],
    when: ({ store }) => store.pushOut.value !== null,
    run: ({ store }) => applyPushOut(store),
  },
  sphereMethod: {
    title: 'Next kind of push-out',
    meaning: 'Deepest first, or in order as the camera article has it.',
    menu: 'Tools',
    keys: ['M'],
    when: ({ store }) => store.scene.value.sphere !== null,
    run: ({ store }) => {
      const { sphere } = store.scene.peek();
      if (sphere === null) return;
      const method = sphere.options.method === 'closest' ? 'article' : 'closest';
      changeSphereOptions(store, `Push-out: ${sphereOptions.method.choices[method].title.toLowerCase()}`, { method });
    },
  },
  removeSphere: {
    title: 'Remove sphere',
    meaning: 'Takes the sphere and its touches away.',
    menu: 'Tools',
    keys: ['Shift+Delete'],
    when: ({ store }) => store.scene.value.sphere !== null,
    run: ({ store }) => writable(store).history.change('Remove sphere', withoutSphere),
  },
  compare: {
    title: 'Compare all kinds',
    meaning: 'Builds every kind of tree on the active mesh, runs the same queries on each, and lists their costs.',
    menu: 'Tools',
    beginsGroup: true,
    keys: [],
    when: hasTree,
    run: ({ comparison, shell }) => {
      shell.showList('compare');
      comparison.start();
    },
  },
  play: {
    title: 'Play animation',
    meaning: 'Plays the animation of the active mesh and refits its tree at every frame; again to pause.',
    menu: 'Tools',
    keys: ['D'],
    icon: 'play',
    when: ({ store }) => store.player.value !== null,
    checked: ({ store }) => store.player.value?.isPlaying === true,
    run: ({ store, player, shell }) => {
      if (store.player.peek()?.isPlaying === true) return player.pause();
      shell.showList('deform');
      player.play();
    },
  },
} as const satisfies Record<string, Command>;
