import { formatsInWords } from '#core/import';
import { hasStopped } from '../state/documents/is-settled.ts';
import { hasDocument, hasMesh, type Command } from './command.ts';
import { currentJob } from './current-job.ts';
import { toggleDialog } from './dialogs.ts';
import { exportCommands } from './export-commands.ts';
import { projectCommands } from './project-commands.ts';
import { whyNoReload } from './why-no-reload.ts';

/** The commands of the menu File, for the table of all. */
export const fileCommands = {
  openFile: {
    title: 'Open…',
    meaning: `Opens mesh files or a project: ${formatsInWords('and')}.`,
    menu: 'File',
    keys: ['Ctrl+O'],
    icon: 'openFile',
    when: ({ store }) => store.connected.value,
    run: ({ shell }) => shell.chooseFiles(),
  },
  samples: {
    title: 'Samples…',
    meaning: 'Opens a sample: complete meshes, and small ones with one defect each to learn from.',
    menu: 'File',
    keys: [],
    when: ({ store }) => store.connected.value && store.samples.value.length > 0,
    run: ({ shell }) => toggleDialog(shell, 'samples'),
  },
  reload: {
    title: 'Reload',
    meaning: 'Reads the file of the active document again. Keeps the view, tool, ray, sphere and build options.',
    menu: 'File',
    keys: ['Alt+R'],
    when: ({ store }) => whyNoReload(store, store.activeDocument.value) === null,
    whyNot: ({ store }) => whyNoReload(store, store.activeDocument.value),
    run: ({ store, session }) => {
      const active = store.activeDocument.peek();
      if (active !== null) void session.reload(active.summary.id);
    },
  },
  openAsMovingMesh: {
    title: 'Open as moving mesh…',
    meaning: 'Opens a mesh to move against the active mesh.',
    menu: 'File',
    keys: ['Shift+Ctrl+O'],
    when: (app) => app.store.connected.value && hasMesh(app),
    run: ({ shell }) => shell.chooseFiles('movingMesh'),
  },
  ...projectCommands,
  ...exportCommands,
  cancel: {
    title: 'Cancel',
    meaning:
      'Cancels the running upload, project, import, build, bake, export, repair, contact query, comparison, refit measurement, check, copy or turntable that is saved.',
    menu: 'File',
    beginsGroup: true,
    keys: ['Ctrl+.'],
    when: ({ store }) => currentJob(store) !== null,
    run: (app) => currentJob(app.store)?.cancel(app),
  },
  close: {
    title: 'Close',
    meaning: 'Closes the active document.',
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
    meaning: 'Removes all files that failed to open, with their notices.',
    menu: 'File',
    keys: [],
    when: ({ store }) => store.documents.value.some(({ summary, mesh }) => mesh === null && hasStopped(summary.phase)),
    run: ({ session }) => session.dismissFailed(),
  },
} as const satisfies Record<string, Command>;
