import type { FileRole } from '#core/mesh';
import type { VersionView } from '../state/changes/mesh-changes.ts';
import { activeChanges } from '../state/changes/shown-changes.ts';
import { documentRole } from '../state/documents/document-role.ts';
import { setRole } from './actions.ts';
import type { App } from './app.ts';
import { setVersionView, showChanges } from './change-actions.ts';
import { type Command, hasMesh } from './command.ts';
import { toggleDialog } from './dialogs.ts';

const hasChanges = ({ store }: App): boolean => activeChanges(store) !== null;
const whyNone = (app: App): string | null =>
  hasChanges(app) ? null : 'The active mesh has one version: reload a changed file, or repair the mesh.';

const canCompare = ({ store }: App): boolean =>
  store.documents.value.filter(({ mesh }) => mesh !== null).length > 1 ||
  store.documents.value.some(({ mesh }) => (mesh?.mesh.parts.length ?? 0) > 1);

function hasRole({ store }: App, role: FileRole): boolean {
  const { activeDocument, roles } = store.scene.value;
  return activeDocument !== null && documentRole(store.documents.value, roles, activeDocument)?.role === role;
}

/** A role that the user has set is removed again. */
function toggleRole({ store }: App, role: FileRole): void {
  const { activeDocument, roles } = store.scene.peek();
  if (activeDocument !== null) setRole(store, activeDocument, roles.get(activeDocument) === role ? null : role);
}

/** What follows each view when it is stepped through. */
const nextView: Readonly<Record<VersionView, VersionView>> = {
  off: 'both',
  both: 'before',
  before: 'after',
  after: 'off',
  distanceBefore: 'distanceAfter',
  distanceAfter: 'off',
};

/** The commands of two versions of a mesh, for the table of all. */
export const changeCommands = {
  showChanges: {
    title: 'Show changes',
    meaning: 'Lists what a reload or a repair changed, and shows both versions in the view.',
    menu: 'View',
    beginsGroup: true,
    keys: ['Alt+C'],
    when: hasChanges,
    whyNot: whyNone,
    run: showChanges,
  },
  nextVersion: {
    title: 'Both/before/after',
    meaning: 'Shows both versions of a changed mesh, the one before, the one after, and then the mesh without colours.',
    menu: 'View',
    keys: ['O'],
    when: hasChanges,
    whyNot: whyNone,
    checked: ({ store }) => store.versionView.value !== 'off',
    run: ({ store }) => setVersionView(store, nextView[store.versionView.peek()]),
  },
  holdBefore: {
    title: 'Show before (hold)',
    meaning: 'Shows the version before a repair or reload while the key is held; from the menu it switches between before and after.',
    menu: 'View',
    keys: ['Shift+O'],
    when: hasChanges,
    whyNot: whyNone,
    run: ({ store }) => setVersionView(store, store.versionView.peek() === 'before' ? 'after' : 'before'),
    hold: ({ store }) => {
      const shown = store.versionView.peek();
      setVersionView(store, 'before');
      return () => setVersionView(store, shown === 'before' ? 'after' : shown);
    },
  },
} as const satisfies Record<string, Command>;

/** The commands that compare two open meshes and say what each is for, for the table of all. */
export const documentCommands = {
  compareWith: {
    title: 'Compare with…',
    meaning: 'Compares two open meshes, or a collider with its visual mesh: distances both ways, sizes, findings and parts.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['Shift+D'],
    when: canCompare,
    whyNot: (app) => (canCompare(app) ? null : 'Open a second mesh, or one with several parts.'),
    run: ({ shell }) => toggleDialog(shell, 'compareWith'),
  },
  visualRole: {
    title: 'Visual mesh',
    meaning: 'Draws the active mesh as one that is rendered, whatever its name says.',
    menu: 'Tools',
    keys: [],
    when: hasMesh,
    checked: (app) => hasRole(app, 'visual'),
    run: (app) => toggleRole(app, 'visual'),
  },
  colliderRole: {
    title: 'Collider',
    meaning: 'Draws the whole active mesh as a collider over the visual mesh.',
    menu: 'Tools',
    keys: [],
    when: hasMesh,
    checked: (app) => hasRole(app, 'collider'),
    run: (app) => toggleRole(app, 'collider'),
  },
} as const satisfies Record<string, Command>;
