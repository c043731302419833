import type { App } from './app.ts';
import type { Command } from './command.ts';
import { copyLink, leftOutOfLinks } from './copy-link.ts';
import { toggleDialog } from './dialogs.ts';
import { lastSession } from '../state/project/kept-sessions.ts';

const isConnected = ({ store }: App): boolean => store.connected.value;
const hasSession = ({ store }: App): boolean => store.connected.value && store.documents.value.some(({ mesh }) => mesh !== null);
const whyNoSession = ({ store }: App): string => (store.connected.value ? 'Open a mesh first.' : 'The connection to Boxwood is gone.');

/** The commands of projects, sessions and links, in the menu File. */
export const projectCommands = {
  openProject: {
    title: 'Open project…',
    meaning: 'Opens a project: its meshes, camera, tools, probes and hidden parts. Other meshes can be closed or kept.',
    menu: 'File',
    beginsGroup: true,
    keys: ['Alt+O'],
    when: isConnected,
    run: ({ shell }) => shell.chooseFiles('project'),
  },
  saveProject: {
    title: 'Save project',
    meaning: 'Saves meshes, camera, tools, probes, hidden parts and bookmarks as a project.',
    menu: 'File',
    keys: ['Ctrl+S'],
    when: hasSession,
    whyNot: whyNoSession,
    run: ({ store, shell, projects }) => {
      const project = store.project.peek();
      if (project === null) toggleDialog(shell, 'saveProject');
      else void projects.save(project.name, project.isEmbedded, false);
    },
  },
  saveProjectAs: {
    title: 'Save project as…',
    meaning: 'Saves the project under another name, with embedded meshes or with references.',
    menu: 'File',
    keys: ['Shift+Ctrl+S'],
    when: hasSession,
    whyNot: whyNoSession,
    run: ({ shell }) => toggleDialog(shell, 'saveProject'),
  },
  restoreSession: {
    title: 'Restore last session',
    meaning: 'Opens the meshes of the last session with work again, with camera, tools and probes. Open meshes stay open.',
    menu: 'File',
    keys: [],
    when: ({ store }) => store.connected.value && store.keptSessions.value.length > 0,
    whyNot: () => 'No earlier session is kept.',
    run: ({ store, projects }) => {
      const last = lastSession(store.keptSessions.peek());
      if (last !== null) void projects.restore(last);
    },
  },
  copyLink: {
    title: 'Copy link',
    meaning: `Copies an address that shows the same mesh with this camera, tool, probe and selection. ${leftOutOfLinks}`,
    menu: 'File',
    keys: ['Alt+L'],
    when: (app) => app.shell.kind === 'browser' && hasSession(app),
    whyNot: (app) =>
      app.shell.kind === 'browser' ? whyNoSession(app) : 'Links are addresses of the browser shell: save a project instead.',
    run: (app) => copyLink(app),
  },
  clearRecent: {
    title: 'Clear recent list',
    meaning: 'Empties the list of recent files and deletes the copies of dropped files.',
    menu: 'File',
    keys: [],
    when: ({ store }) => store.recent.value.length > 0,
    whyNot: () => 'The list is empty.',
    run: ({ projects }) => void projects.forgetRecent(null),
  },
} as const satisfies Record<string, Command>;
