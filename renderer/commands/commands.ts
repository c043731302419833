import { formatsInWords } from '#core/import/formats';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { applyPushOut, changeSphereOptions, select, setBoxLevel, setDisplay, setShading, showAll, showOnlyActive, toggleHidden, changeRayOptions, frame } from './actions.ts';
import type { App } from './app.ts';
import { frameTarget } from './mover-actions.ts';
import { moverCommands } from './mover-commands.ts';
import type { IconName } from '../ui/icon.tsx';
import { shownBeside, withBeside, withoutRay, withoutSphere, withTool } from '../state/scene-edits.ts';
import { copyLong } from './copy-long.ts';
import { describeForCopy } from './describe-for-copy.ts';
import { isPairLate, runningDocument } from './running.ts';
import { whyNoReload } from './why-no-reload.ts';

export const menuNames = ['File', 'Edit', 'View', 'Tools', 'Help'] as const;
export type MenuName = (typeof menuNames)[number];

export interface Command {
  readonly title: string;
  /** One sentence for tooltips and help. */
  readonly meaning: string;
  /** Where it is listed; commands of one menu stand in the table's order, a new group begins with a line. */
  readonly menu: MenuName;
  readonly beginsGroup?: boolean;
  /** As `keyOf` writes them, the one to show first. */
  readonly keys: readonly string[];
  readonly icon?: IconName;
  /** Whether it can run now. */
  readonly when: (app: App) => boolean;
  /** Why it cannot run now, as one sentence, where that is not plain to see. */
  readonly whyNot?: (app: App) => string | null;
  /** For commands that switch something: whether it is on. */
  readonly checked?: (app: App) => boolean;
  readonly run: (app: App) => void;
}

const always = (): boolean => true;
const hasDocument = ({ store }: App): boolean => store.activeDocument.value !== null;
const hasTree = ({ store }: App): boolean => store.activeTree.value !== null;
/** A bake holds what is on the screen: a mesh with a triangle, and its tree. */
const canBake = (app: App): boolean => hasTree(app) && app.store.activeDocument.value?.mesh?.bounds != null;
const hasMesh = ({ store }: App): boolean => store.activeDocument.value?.mesh != null;

/** Every command, once: menus, toolbar, keys, tooltips and help are made from this table. */
export const commands = {
  openFile: {
    title: 'Open…',
    meaning: `Opens mesh files: ${formatsInWords('and')}.`,
    menu: 'File',
    keys: ['Ctrl+O'],
    icon: 'openFile',
    when: ({ store }) => store.connected.value,
    run: ({ shell }) => shell.chooseFiles(),
  },
  reload: {
    title: 'Reload',
    meaning: 'Reads the file of the active document again; the view, tool, ray, sphere and build options stay.',
    menu: 'File',
    keys: ['Alt+R'],
    when: ({ store }) => whyNoReload(store, store.activeDocument.value) === null,
    whyNot: ({ store }) => whyNoReload(store, store.activeDocument.value),
    run: ({ store, session }) => {
      const active = store.activeDocument.peek();
      if (active !== null) void session.reload(active.summary.id);
    },
  },
  openAsMover: {
    title: 'Open as mover…',
    meaning: 'Opens a second mesh, to be moved against the active one.',
    menu: 'File',
    keys: ['Shift+Ctrl+O'],
    when: (app) => app.store.connected.value && hasMesh(app),
    run: ({ shell }) => shell.chooseFiles('mover'),
  },
  bake: {
    title: 'Bake…',
    meaning: 'Writes the mesh and its trees to a file that is verified first.',
    menu: 'File',
    keys: ['Ctrl+B'],
    when: (app) => app.store.connected.value && canBake(app),
    run: ({ shell }) => (shell.bakeOpen.value = true),
  },
  cancel: {
    title: 'Cancel',
    meaning: 'Stops what runs: the import, build or bake that the status bar shows, the counting of contacts, a race, or copying.',
    menu: 'File',
    beginsGroup: true,
    keys: ['Ctrl+.'],
    when: ({ store }) => store.copying.value !== null || runningDocument(store) !== null || isPairLate(store) || store.race.value.kind === 'running',
    run: ({ store, session, pairs, race }) => {
      const running = runningDocument(store);
      const copying = store.copying.peek();
      if (copying !== null) copying.cancel();
      else if (running !== null) void session.cancel(running.summary.id);
      else if (store.race.peek().kind === 'running') race.stop();
      else pairs.stop();
    },
  },
  close: {
    title: 'Close',
    meaning: 'Forgets the active document.',
    menu: 'File',
    keys: ['Alt+W'],
    when: hasDocument,
    run: ({ store, session }) => {
      const active = store.activeDocument.peek();
      if (active !== null) void session.close(active.summary.id);
    },
  },
  dismissFailed: {
    title: 'Dismiss all failed',
    meaning: 'Takes every file that could not be read off the list, and its notice with it.',
    menu: 'File',
    keys: [],
    when: ({ store }) => store.documents.value.some(({ summary, mesh }) => mesh === null && (summary.phase === 'failed' || summary.phase === 'cancelled')),
    run: ({ session }) => session.dismissFailed(),
  },
  undo: {
    title: 'Undo',
    meaning: 'Goes one step back.',
    menu: 'Edit',
    keys: ['Ctrl+Z'],
    when: ({ store }) => store.history.canUndo.value,
    run: ({ store }) => store.history.undo(),
  },
  redo: {
    title: 'Redo',
    meaning: 'Goes one step forward again.',
    menu: 'Edit',
    keys: ['Shift+Ctrl+Z', 'Ctrl+Y'],
    when: ({ store }) => store.history.canRedo.value,
    run: ({ store }) => store.history.redo(),
  },
  copyValues: {
    title: 'Copy values',
    meaning: 'Copies the selection, or all hits, touches or contacts, with every digit.',
    menu: 'Edit',
    beginsGroup: true,
    keys: ['Ctrl+C'],
    icon: 'copy',
    when: ({ store }) => store.scene.value.selection !== null || store.ray.value !== null || store.sphere.value !== null || store.pair.value.outcome?.meeting != null,
    run: ({ store }) => void copyLong(store, describeForCopy(store)),
  },
  escape: {
    title: 'Clear selection',
    meaning: 'Takes back a drag under way; else leaves the tool; else clears the selection.',
    menu: 'Edit',
    keys: ['Escape'],
    when: ({ store }) => store.history.previewing.value || store.scene.value.tool !== 'select' || store.scene.value.selection !== null,
    run: ({ store }) => {
      if (store.history.previewing.peek()) store.history.revert();
      else if (store.scene.peek().tool !== 'select') store.history.amend((scene) => withTool(scene, 'select'));
      else select(store, null);
    },
  },
  frame: {
    title: 'Frame',
    meaning: 'Brings the selection, or else the whole document, or mover and still mesh, into view.',
    menu: 'View',
    keys: ['F'],
    icon: 'frame',
    when: hasMesh,
    run: ({ store }) => frame(store, frameTarget(store)),
  },
  frameAll: {
    title: 'Frame document',
    meaning: 'Brings the whole active document into view.',
    menu: 'View',
    keys: ['Shift+F', 'Home'],
    when: hasMesh,
    run: ({ store }) => {
      const document = store.scene.peek().activeDocument;
      if (document !== null) frame(store, { kind: 'document', document });
    },
  },
  shaded: {
    title: 'Shaded',
    meaning: 'Solid surfaces.',
    menu: 'View',
    beginsGroup: true,
    keys: [],
    icon: 'shaded',
    when: always,
    checked: ({ store }) => store.scene.value.display.shading === 'shaded',
    run: ({ store }) => setShading(store, 'shaded'),
  },
  wire: {
    title: 'Wire',
    meaning: 'Edges only.',
    menu: 'View',
    keys: [],
    icon: 'wire',
    when: always,
    checked: ({ store }) => store.scene.value.display.shading === 'wire',
    run: ({ store }) => setShading(store, 'wire'),
  },
  xray: {
    title: 'X-ray',
    meaning: 'Surfaces that can be seen through; again for shaded.',
    menu: 'View',
    keys: ['X'],
    icon: 'xray',
    when: always,
    checked: ({ store }) => store.scene.value.display.shading === 'xray',
    run: ({ store }) => setShading(store, store.scene.peek().display.shading === 'xray' ? 'shaded' : 'xray'),
  },
  boxes: {
    title: 'Boxes',
    meaning: 'Draws what bounds the nodes of one level of the tree, or nothing.',
    menu: 'View',
    beginsGroup: true,
    keys: ['B'],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.boxLevel !== null,
    run: ({ store }) => setBoxLevel(store, store.scene.peek().display.boxLevel === null ? 3 : null),
  },
  levelUp: {
    title: 'Boxes one level up',
    meaning: 'Draws fewer, larger boxes.',
    menu: 'View',
    keys: ['['],
    when: ({ store }) => store.activeTree.value !== null && (store.scene.value.display.boxLevel ?? 0) > 0,
    run: ({ store }) => setBoxLevel(store, (store.scene.peek().display.boxLevel ?? 0) - 1),
  },
  levelDown: {
    title: 'Boxes one level down',
    meaning: 'Draws more, smaller boxes.',
    menu: 'View',
    keys: [']'],
    when: ({ store }) => (store.scene.value.display.boxLevel ?? -1) < (store.activeTree.value?.tree.depth ?? -1),
    run: ({ store }) => setBoxLevel(store, (store.scene.peek().display.boxLevel ?? -1) + 1),
  },
  path: {
    title: 'Path to the node',
    meaning: 'Draws what bounds the nodes from the root to the selected one.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.path,
    run: ({ store }) => {
      const path = !store.scene.peek().display.path;
      setDisplay(store, path ? 'Show path' : 'Hide path', { path });
    },
  },
  fill: {
    title: 'Filled boxes',
    meaning: 'Fills the boxes faintly.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.fill,
    run: ({ store }) => {
      const fill = !store.scene.peek().display.fill;
      setDisplay(store, fill ? 'Fill boxes' : 'Outline boxes', { fill });
    },
  },
  exactBoxes: {
    title: 'Exact boxes',
    meaning: 'Draws the boxes that the triangles fill exactly, dashed, beside the volumes of the level or the path.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.exact,
    run: ({ store }) => {
      const exact = !store.scene.peek().display.exact;
      setDisplay(store, exact ? 'Show exact boxes' : 'Hide exact boxes', { exact });
    },
  },
  beside: {
    title: 'Two trees side by side',
    meaning: 'Shows another kind of tree of the same mesh in a second view, whose camera and selection are the same; again for one view.',
    menu: 'View',
    keys: ['2'],
    icon: 'beside',
    when: hasTree,
    checked: ({ store }) => shownBeside(store.scene.value) !== null,
    run: ({ store, session }) => {
      const { activeDocument } = store.scene.peek();
      const options = store.activeTree.peek()?.summary.options;
      if (activeDocument === null || options === undefined) return;
      if (shownBeside(store.scene.peek()) !== null) store.history.change('One view', (scene) => withBeside(scene, null));
      else void session.showBeside(activeDocument, { ...options, kind: options.kind === 'aabb' ? 'obb' : 'aabb' });
    },
  },
  hide: {
    title: 'Hide',
    meaning: 'Hides the selected part or document.',
    menu: 'View',
    beginsGroup: true,
    keys: ['H'],
    when: ({ store }) => store.scene.value.selection?.kind === 'part' || store.scene.value.selection?.kind === 'document',
    run: ({ store }) => {
      const { selection } = store.scene.peek();
      if (selection?.kind === 'part') toggleHidden(store, selection.document, selection.part);
      if (selection?.kind === 'document') toggleHidden(store, selection.document, null);
    },
  },
  showOnly: {
    title: 'Show only this',
    meaning: 'Hides every document but the active one.',
    menu: 'View',
    keys: ['Alt+H'],
    when: ({ store }) => store.activeDocument.value !== null && store.documents.value.length > 1,
    run: ({ store }) => showOnlyActive(store),
  },
  showAll: {
    title: 'Show all',
    meaning: 'Shows everything that was hidden.',
    menu: 'View',
    keys: ['Shift+H'],
    when: ({ store }) => store.scene.value.hidden.size > 0,
    run: ({ store }) => showAll(store),
  },
  resetLayout: {
    title: 'Reset layout',
    meaning: 'Puts every panel back where it was at first.',
    menu: 'View',
    beginsGroup: true,
    keys: [],
    when: always,
    run: ({ shell }) => shell.resetLayout(),
  },
  selectTool: {
    title: 'Select',
    meaning: 'A click selects a triangle and opens the path to its leaf.',
    menu: 'Tools',
    keys: ['Q'],
    icon: 'select',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'select',
    run: ({ store }) => store.history.amend((scene) => withTool(scene, 'select')),
  },
  rayTool: {
    title: 'Ray',
    meaning: 'A click fires a ray from the camera, a drag aims it.',
    menu: 'Tools',
    keys: ['T'],
    icon: 'ray',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'ray',
    run: ({ store }) => store.history.amend((scene) => withTool(scene, 'ray')),
  },
  sphereTool: {
    title: 'Sphere',
    meaning: 'A click sets a sphere on the surface, a drag moves it, with Shift it changes its radius.',
    menu: 'Tools',
    keys: ['S'],
    icon: 'sphere',
    when: always,
    checked: ({ store }) => store.scene.value.tool === 'sphere',
    run: ({ store }) => store.history.amend((scene) => withTool(scene, 'sphere')),
  },
  ...moverCommands,
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
    run: ({ store }) => store.history.change('Remove ray', withoutRay),
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
    run: ({ store }) => store.history.change('Remove sphere', withoutSphere),
  },
  race: {
    title: 'Race all kinds',
    meaning: 'Builds every kind of tree on the active mesh, asks all the same, and lists what each costs.',
    menu: 'Tools',
    beginsGroup: true,
    keys: [],
    when: hasTree,
    run: ({ race, shell }) => {
      shell.showList('race');
      race.start();
    },
  },
  help: {
    title: 'Keys and commands',
    meaning: 'Lists every command with its keys.',
    menu: 'Help',
    keys: ['?', 'F1'],
    when: always,
    run: ({ shell }) => (shell.helpOpen.value = !shell.helpOpen.peek()),
  },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as CommandId[];

/** The command as its general type: the table's own type has a literal for each field. */
export function commandOf(id: CommandId): Command {
  return commands[id];
}
