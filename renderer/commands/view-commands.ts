import { writable } from '../state/store/store.ts';
import { shownSecond, withSecond } from '../state/store/scene-edits.ts';
import { setBoxLevel, setDisplay, setShading, showAll, showOnly, toggleHidden, frame } from './actions.ts';
import { always, hasTree, hasMesh, type Command } from './command.ts';
import { frameTarget } from './moving-actions.ts';

/** The commands of the menu View, for the table of all. */
export const viewCommands = {
  frame: {
    title: 'Frame',
    meaning: 'Frames the selection, or else the whole document, or the moving mesh with its fixed mesh.',
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
    meaning: 'Draws the tight boxes of the triangles, dashed, next to the volumes of the level or the path.',
    menu: 'View',
    keys: [],
    when: hasTree,
    checked: ({ store }) => store.scene.value.display.exact,
    run: ({ store }) => {
      const exact = !store.scene.peek().display.exact;
      setDisplay(store, exact ? 'Show exact boxes' : 'Hide exact boxes', { exact });
    },
  },
  heat: {
    title: 'Heat map',
    meaning: 'Shows over the view what the ray through each pixel costs on the active tree; again for none.',
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
    title: 'Two trees side by side',
    meaning: 'Shows another kind of tree of the same mesh in a second view, whose camera and selection are the same; again for one view.',
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
  legend: {
    title: 'Legend',
    meaning: 'Explains the colours and marks of the view, or folds to its name.',
    menu: 'View',
    keys: [],
    when: always,
    checked: ({ shell }) => !shell.legendFolded.value,
    run: ({ shell }) => (shell.legendFolded.value = !shell.legendFolded.peek()),
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
    meaning: 'Hides every document but the active one. Opening a file does so by itself, and Alt with a click on the eye of any.',
    menu: 'View',
    keys: ['Alt+H'],
    when: ({ store }) => store.activeDocument.value !== null && store.documents.value.length > 1,
    run: ({ store }) => {
      const document = store.scene.peek().activeDocument;
      if (document !== null) showOnly(store, document);
    },
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
} as const satisfies Record<string, Command>;
