import { resultTriangle } from '../state/selection/result-triangle.ts';
import type { Selection } from '../state/store/records.ts';
import { withTool } from '../state/store/scene-edits.ts';
import { writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { select } from './actions.ts';
import { hasMesh, type Command } from './command.ts';
import {
  selectAll,
  selectInverse,
  selectPartsOf,
  selectTriangle,
  selectTriangles,
  setPicking,
  spreadSelection,
} from './selection-actions.ts';

const isOfMesh = (selection: Selection | null): boolean => selection !== null && 'document' in selection && selection.kind !== 'document';
const hasTriangles = ({ store }: App): boolean => isOfMesh(store.scene.value.selection);

/** The commands of the menu Select, for the table of all. */
export const selectCommands = {
  selectAll: {
    title: 'Select all',
    meaning: 'Selects all triangles of the active mesh, or all its parts if parts are selected or picked.',
    menu: 'Select',
    keys: ['Ctrl+A'],
    when: hasMesh,
    run: ({ store }) => selectAll(store),
  },
  selectNone: {
    title: 'Select none',
    meaning: 'Clears the selection.',
    menu: 'Select',
    keys: ['Shift+Ctrl+A'],
    when: ({ store }) => store.scene.value.selection !== null,
    run: ({ store }) => select(store, null),
  },
  selectInverse: {
    title: 'Invert selection',
    meaning: 'Selects the triangles or parts of the active mesh that are not selected.',
    menu: 'Select',
    keys: ['Ctrl+I'],
    when: hasMesh,
    run: ({ store }) => selectInverse(store),
  },
  selectMore: {
    title: 'Grow selection',
    meaning: 'Also selects the triangles that share a vertex position with the selection.',
    menu: 'Select',
    beginsGroup: true,
    keys: ['Alt+ArrowUp'],
    when: hasTriangles,
    run: ({ store }) => spreadSelection(store, 'grow'),
  },
  selectLess: {
    title: 'Shrink selection',
    meaning: 'Removes the triangles at the border of the selection.',
    menu: 'Select',
    keys: ['Alt+ArrowDown'],
    when: hasTriangles,
    run: ({ store }) => spreadSelection(store, 'shrink'),
  },
  selectConnected: {
    title: 'Select component',
    meaning: 'Selects all triangles of the components that the selection is part of.',
    menu: 'Select',
    keys: ['Shift+C'],
    when: hasTriangles,
    run: ({ store }) => spreadSelection(store, 'connected'),
  },
  selectMaterial: {
    title: 'Select same material',
    meaning: 'Selects all triangles with the materials of the selection.',
    menu: 'Select',
    keys: ['Shift+M'],
    when: (app) => hasTriangles(app) && app.store.activeDocument.value?.mesh?.mesh.materials !== undefined,
    whyNot: ({ store }) => (store.scene.value.selection === null ? null : 'The file states no materials.'),
    run: ({ store }) => spreadSelection(store, 'material'),
  },
  selectParts: {
    title: 'Select parts',
    meaning: 'Selects the parts that the selection belongs to.',
    menu: 'Select',
    keys: ['Shift+P'],
    when: hasTriangles,
    run: ({ store }) => selectPartsOf(store),
  },
  selectTriangles: {
    title: 'Select triangles',
    meaning: 'Selects the triangles of the selected parts, node or finding.',
    menu: 'Select',
    keys: ['Shift+T'],
    when: hasTriangles,
    run: ({ store }) => selectTriangles(store),
  },
  selectResultTriangle: {
    title: 'Select its triangle',
    meaning: 'Selects the triangle of the selected hit or overlap, and opens the path to its leaf.',
    menu: 'Select',
    keys: [],
    when: ({ store }) => resultTriangle(store) !== null,
    whyNot: () => 'Select a hit of the ray or an overlap of the sphere first.',
    run: ({ store }) => {
      const found = resultTriangle(store);
      if (found !== null) selectTriangle(store, found.document, found.triangle);
    },
  },
  boxSelect: {
    title: 'Box select',
    meaning: 'Drag a rectangle in the view to select what it touches. Shift adds, Ctrl removes.',
    menu: 'Select',
    beginsGroup: true,
    keys: ['Shift+B'],
    icon: 'boxSelect',
    when: hasMesh,
    checked: ({ store }) => store.scene.value.tool === 'boxSelect',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'boxSelect')),
  },
  lassoSelect: {
    title: 'Lasso select',
    meaning: 'Draw an outline in the view to select what it touches. Shift adds, Ctrl removes.',
    menu: 'Select',
    keys: ['Shift+L'],
    icon: 'lassoSelect',
    when: hasMesh,
    checked: ({ store }) => store.scene.value.tool === 'lassoSelect',
    run: ({ store }) => writable(store).history.amend((scene) => withTool(scene, 'lassoSelect')),
  },
  pickParts: {
    title: 'Pick parts',
    meaning: 'The select tools pick whole parts instead of triangles.',
    menu: 'Select',
    keys: ['Shift+Q'],
    when: hasMesh,
    checked: ({ store }) => store.scene.value.picking.what === 'parts',
    run: ({ store }) => setPicking(store, { what: store.scene.peek().picking.what === 'parts' ? 'triangles' : 'parts' }),
  },
  pickThrough: {
    title: 'Select through surfaces',
    meaning: 'Box and lasso also select what other surfaces hide.',
    menu: 'Select',
    keys: ['Shift+X'],
    when: hasMesh,
    checked: ({ store }) => store.scene.value.picking.through,
    run: ({ store }) => setPicking(store, { through: !store.scene.peek().picking.through }),
  },
} as const satisfies Record<string, Command>;
