import type { App } from './app.ts';
import { showAll, showOnly } from './actions.ts';
import { always, type Command } from './command.ts';
import { hideSelected, hideUnselected, isolationTarget, setQueried, toggleIsolated } from './visibility-actions.ts';

const hasTarget = ({ store }: App): boolean => {
  const { selection } = store.scene.value;
  return selection !== null && 'document' in selection;
};

/** The commands that hide and show, for the menu View. */
export const visibilityCommands = {
  hide: {
    title: 'Hide selected',
    meaning: 'Hides the selected document, parts or triangles. Repeat to show them.',
    menu: 'View',
    beginsGroup: true,
    keys: ['H'],
    when: hasTarget,
    run: ({ store }) => hideSelected(store),
  },
  hideUnselected: {
    title: 'Hide unselected',
    meaning: 'Hides everything except the selected document, parts or triangles.',
    menu: 'View',
    keys: ['Shift+H'],
    when: hasTarget,
    run: ({ store }) => hideUnselected(store),
  },
  showOnly: {
    title: 'Show only this document',
    meaning: 'Hides all documents except the active one. Alt-click the eye of a document to do the same.',
    menu: 'View',
    keys: ['Shift+Alt+H'],
    when: ({ store }) => store.activeDocument.value !== null && store.documents.value.length > 1,
    run: ({ store }) => {
      const document = store.scene.peek().activeDocument;
      if (document !== null) showOnly(store, document);
    },
  },
  showAll: {
    title: 'Show all',
    meaning: 'Shows all hidden documents, parts and triangles.',
    menu: 'View',
    keys: ['Alt+H'],
    when: ({ store }) => store.scene.value.hidden.size > 0 || store.scene.value.hiddenTriangles.size > 0,
    run: ({ store }) => showAll(store),
  },
  isolate: {
    title: 'Isolate',
    meaning: 'Shows only the selection, or the active document. Repeat to show again what was shown before.',
    menu: 'View',
    keys: ['/'],
    when: ({ store }) => store.scene.value.isolated !== null || isolationTarget(store) !== null,
    checked: ({ store }) => store.scene.value.isolated !== null,
    run: ({ store }) => toggleIsolated(store),
  },
  queryVisible: {
    title: 'Query visible parts only',
    meaning: 'Rays, spheres and the moving mesh ignore hidden parts and triangles. Off: they see all parts.',
    menu: 'View',
    keys: [],
    when: always,
    checked: ({ store }) => store.scene.value.queried === 'visible',
    run: ({ store }) => setQueried(store, store.scene.peek().queried === 'visible' ? 'all' : 'visible'),
  },
} as const satisfies Record<string, Command>;
