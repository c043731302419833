import type { VersionView } from '../state/changes/mesh-changes.ts';
import { activeChanges } from '../state/changes/shown-changes.ts';
import type { App } from './app.ts';
import { setVersionView, showChanges } from './change-actions.ts';
import type { Command } from './command.ts';

const hasChanges = ({ store }: App): boolean => activeChanges(store) !== null;
const whyNone = (app: App): string | null =>
  hasChanges(app) ? null : 'The active mesh has one version: reload a changed file, or repair the mesh.';

/** What follows each view when it is stepped through. */
const nextView: Readonly<Record<VersionView, VersionView>> = { off: 'both', both: 'before', before: 'after', after: 'off' };

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
} as const satisfies Record<string, Command>;
