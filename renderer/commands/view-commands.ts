import { writable } from '../state/store/store.ts';
import { shownSecond, withSecond } from '../state/store/scene-edits.ts';
import { setBoxLevel, setDisplay, setShading, frame } from './actions.ts';
import { always, hasTree, hasMesh, type Command } from './command.ts';
import { cameraCommands } from './camera-commands.ts';
import { walkCommands } from './walk-commands.ts';
import { changeCommands } from './change-commands.ts';
import { turntableCommands } from './turntable-commands.ts';
import { sectionCommands } from './section-commands.ts';
import { frameTarget } from './moving-actions.ts';
import { visibilityCommands } from './visibility-commands.ts';

/** The commands of the menu View, for the table of all. */
export const viewCommands = {
  frame: {
    title: 'Frame',
    meaning: 'Frames the selection, the moving mesh with its fixed mesh, or the whole document.',
    menu: 'View',
    keys: ['F'],
    icon: 'frame',
    when: hasMesh,
    run: ({ store }) => frame(store, frameTarget(store)),
  },
  frameAll: {
    title: 'Frame document',
    meaning: 'Frames the active document, without the few triangles that are far out.',
    menu: 'View',
    keys: ['Shift+F'],
    when: hasMesh,
    run: ({ store }) => {
      const document = store.scene.peek().activeDocument;
      if (document !== null) frame(store, { kind: 'document', document });
    },
  },
  ...cameraCommands,
  ...walkCommands,
  ...turntableCommands,
  shaded: {
    title: 'Shaded',
    meaning: 'Draws solid surfaces.',
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
    meaning: 'Draws only the edges.',
    menu: 'View',
    keys: [],
    icon: 'wire',
    when: always,
    checked: ({ store }) => store.scene.value.display.shading === 'wire',
    run: ({ store }) => setShading(store, 'wire'),
  },
  xray: {
    title: 'X-ray',
    meaning: 'Draws transparent surfaces. Repeat to return to shaded.',
    menu: 'View',
    keys: ['X'],
    icon: 'xray',
    when: always,
    checked: ({ store }) => store.scene.value.display.shading === 'xray',
    run: ({ store }) => setShading(store, store.scene.peek().display.shading === 'xray' ? 'shaded' : 'xray'),
  },
  cullBackFaces: {
    title: 'Back-face culling',
    meaning: 'Leaves out triangles that are seen from behind: closed rooms can be looked into. X-ray draws both sides.',
    menu: 'View',
    keys: ['Alt+X'],
    when: always,
    checked: ({ store }) => store.scene.value.display.cullBackFaces,
    run: ({ store }) => {
      const cullBackFaces = !store.scene.peek().display.cullBackFaces;
      setDisplay(store, cullBackFaces ? 'Cull back faces' : 'Draw back faces', { cullBackFaces });
    },
  },
  boxes: {
    title: 'Bounding volumes',
    meaning: 'Draws the bounding volumes of one tree level.',
    menu: 'View',
    beginsGroup: true,
    keys: ['B'],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.boxLevel !== null,
    run: ({ store }) => setBoxLevel(store, store.scene.peek().display.boxLevel === null ? 3 : null),
  },
  levelUp: {
    title: 'Previous tree level',
    meaning: 'Draws the bounding volumes of the previous level: fewer and larger.',
    menu: 'View',
    keys: ['['],
    when: ({ store }) => store.activeTree.value !== null && (store.scene.value.display.boxLevel ?? 0) > 0,
    run: ({ store }) => setBoxLevel(store, (store.scene.peek().display.boxLevel ?? 0) - 1),
  },
  levelDown: {
    title: 'Next tree level',
    meaning: 'Draws the bounding volumes of the next level: more and smaller.',
    menu: 'View',
    keys: [']'],
    when: ({ store }) => (store.scene.value.display.boxLevel ?? -1) < (store.activeTree.value?.tree.depth ?? -1),
    run: ({ store }) => setBoxLevel(store, (store.scene.peek().display.boxLevel ?? -1) + 1),
  },
  path: {
    title: 'Path to selected node',
    meaning: 'Draws the bounding volumes from the root to the selected node.',
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
    title: 'Filled bounding volumes',
    meaning: 'Fills the bounding volumes with a faint colour.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.fill,
    run: ({ store }) => {
      const fill = !store.scene.peek().display.fill;
      setDisplay(store, fill ? 'Fill bounding volumes' : 'Outline bounding volumes', { fill });
    },
  },
  exactBoxes: {
    title: 'Exact boxes',
    meaning: 'Draws the exact triangle bounds of the shown nodes as dashed boxes.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.exact,
    run: ({ store }) => {
      const exact = !store.scene.peek().display.exact;
      setDisplay(store, exact ? 'Show exact boxes' : 'Hide exact boxes', { exact });
    },
  },
  worstNodes: {
    title: 'Worst nodes',
    meaning: 'Lists all nodes with their cost, overlap and empty space, the worst first.',
    menu: 'View',
    keys: ['Alt+N'],
    when: hasTree,
    checked: ({ nodes }) => nodes.mode.value === 'list',
    run: ({ nodes, shell }) => {
      nodes.show(nodes.mode.peek() === 'list' ? 'tree' : 'list');
      shell.showList('hierarchy', true);
    },
  },
  goToNode: {
    title: 'Go to node',
    meaning: 'Types the number of a node to select it.',
    menu: 'View',
    keys: ['Alt+G'],
    when: hasTree,
    run: ({ shell }) => (shell.nodeWanted.value = shell.nodeWanted.peek() + 1),
  },
  heat: {
    title: 'Heat map',
    meaning: 'Colours each pixel by the cost of its ray on the active tree.',
    menu: 'View',
    keys: ['J'],
    icon: 'heat',
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.heat !== null,
    run: ({ store }) => {
      const heat = store.scene.peek().display.heat === null ? 'tests' : null;
      setDisplay(store, heat === null ? 'No heat map' : 'Heat map', { heat });
    },
  },
  secondView: {
    title: 'Split view',
    meaning: 'Shows a tree of another kind in a second view with the same camera and selection.',
    menu: 'View',
    keys: ['2'],
    icon: 'secondView',
    when: hasTree,
    checked: ({ store }) => shownSecond(store.scene.value) !== null,
    run: ({ store, session }) => {
      const { activeDocument } = store.scene.peek();
      const options = store.activeTree.peek()?.summary.options;
      if (activeDocument === null || options === undefined) return;
      if (shownSecond(store.scene.peek()) !== null) writable(store).history.change('One view', (scene) => withSecond(scene, null));
      else void session.showSecond(activeDocument, { ...options, kind: options.kind === 'aabb' ? 'obb' : 'aabb' });
    },
  },
  ...changeCommands,
  ...sectionCommands,
  legend: {
    title: 'Legend',
    meaning: 'Expands or collapses the legend of the view.',
    menu: 'View',
    beginsGroup: true,
    keys: [],
    when: always,
    checked: ({ shell }) => !shell.legendFolded.value,
    run: ({ shell }) => (shell.legendFolded.value = !shell.legendFolded.peek()),
  },
  ...visibilityCommands,
  nextRegion: {
    title: 'Next region',
    meaning: 'Moves the keyboard focus to the next panel or bar of the window.',
    menu: 'View',
    beginsGroup: true,
    keys: ['F6'],
    when: always,
    run: ({ shell }) => shell.focusRegion(1),
  },
  previousRegion: {
    title: 'Previous region',
    meaning: 'Moves the keyboard focus to the previous panel or bar of the window.',
    menu: 'View',
    keys: ['Shift+F6'],
    when: always,
    run: ({ shell }) => shell.focusRegion(-1),
  },
  resetLayout: {
    title: 'Reset layout',
    meaning: 'Restores the default panel layout.',
    menu: 'View',
    beginsGroup: true,
    keys: [],
    when: always,
    run: ({ shell }) => shell.resetLayout(),
  },
} as const satisfies Record<string, Command>;
