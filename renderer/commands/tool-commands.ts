import { rayOptions, sphereOptions } from '#core/options';
import { writable } from '../state/store/store.ts';
import { withoutRay, withoutSphere, withTool } from '../state/store/scene-edits.ts';
import { applyPushOut, changeRayOptions, changeSphereOptions } from './actions.ts';
import { castCameraRay } from './camera-ray.ts';
import { always, hasTree, type Command } from './command.ts';
import { bspCommands } from './bsp-commands.ts';
import { colliderCommands } from './collider-commands.ts';
import { separationCommands } from './separation-commands.ts';
import { documentCommands } from './change-commands.ts';
import { healthCommands } from './health-commands.ts';
import { repairCommands } from './repair-commands.ts';
import { measureCommands } from './measure-commands.ts';
import { motionCommands } from './motion-commands.ts';
import { movingCommands } from './moving-commands.ts';
import { sceneCommands } from './scene-commands.ts';
import { probeCommands } from './probe-commands.ts';
import { traceCommands } from './trace-commands.ts';

/** The commands of the menu Tools, for the table of all. */
export const toolCommands = {
  selectTool: {
    title: 'Select',
    meaning: 'Click to select a triangle and show the path to its leaf.',
    menu: 'Tools',
    keys: ['Q'],
    icon: 'select',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'select',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'select')),
  },
  rayTool: {
    title: 'Ray',
    meaning: 'Click to cast a ray from the camera. Drag to aim it.',
    menu: 'Tools',
    keys: ['T'],
    icon: 'ray',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'ray',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'ray')),
  },
  castRay: {
    title: 'Cast ray from camera',
    meaning: 'Casts a ray from the camera through the middle of the view.',
    menu: 'Tools',
    keys: ['Alt+I'],
    when: (app) => hasTree(app) && app.store.camera.value !== null,
    run: ({ store }) => castCameraRay(store),
  },
  sphereTool: {
    title: 'Sphere',
    meaning: 'Click to place a sphere on the surface. Drag to move it. Shift and drag to change its radius.',
    menu: 'Tools',
    keys: ['S'],
    icon: 'sphere',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'sphere',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'sphere')),
  },
  ...probeCommands,
  ...movingCommands,
  ...measureCommands,
  ...healthCommands,
  ...repairCommands,
  ...documentCommands,
  rayMode: {
    title: 'Next hit mode',
    meaning: 'Cycles through the first hit, any hit and all hits.',
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
    meaning: 'Removes the ray and its hits.',
    menu: 'Tools',
    keys: ['Delete'],
    when: ({ store }) => store.scene.value.ray !== null,
    run: ({ store }) => writable(store).history.change('Remove ray', withoutRay),
  },
  pushOut: {
    title: 'Push sphere out',
    meaning: 'Moves the sphere by its push-out until it no longer overlaps the mesh, or until the push-out ends.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['P'],
    when: ({ store }) => store.pushOut.value !== null,
    run: ({ store }) => applyPushOut(store),
  },
  sphereMethod: {
    title: 'Next push-out method',
    meaning: 'Switches between the deepest triangle first and a single pass over all triangles.',
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
    meaning: 'Removes the sphere and its overlaps.',
    menu: 'Tools',
    keys: ['Shift+Delete'],
    when: ({ store }) => store.scene.value.sphere !== null,
    run: ({ store }) => writable(store).history.change('Remove sphere', withoutSphere),
  },
  ...motionCommands,
  ...traceCommands,
  compare: {
    title: 'Compare kinds',
    meaning: 'Builds every kind of tree for the active mesh, runs the same queries on each and lists the costs.',
    menu: 'Tools',
    beginsGroup: true,
    keys: [],
    when: hasTree,
    run: ({ comparison, shell }) => {
      shell.showList('compare');
      comparison.start();
    },
  },
  ...colliderCommands,
  ...bspCommands,
  ...separationCommands,
  play: {
    title: 'Play animation',
    meaning: 'Plays or pauses the animation of the active mesh. The tree is refitted at every frame.',
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
  ...sceneCommands,
} as const satisfies Record<string, Command>;
