import { ignoreListText } from '#core/health';
import { saveText } from '../host/save-file.ts';
import { ignoreListOf } from '../state/health/ignore-lists.ts';
import { noFindings } from '../state/health/health-query.ts';
import { chooseFiles } from '../host/choose-files.ts';
import type { App } from './app.ts';
import { setDisplay } from './actions.ts';
import type { Command } from './command.ts';
import { selectedFinding, stepFinding } from './finding-actions.ts';

const hasOpen = ({ store }: App): boolean =>
  (store.findings.value.get(store.scene.value.activeDocument ?? -1) ?? noFindings).open.length > 0;

/** The commands of the checks, for the table of all. */
export const healthCommands = {
  check: {
    title: 'Check health',
    meaning: 'Runs all health checks on the active mesh and lists the findings.',
    menu: 'Tools',
    beginsGroup: true,
    keys: ['K'],
    icon: 'health',
    when: ({ store }) => store.activeDocument.value?.mesh != null,
    run: ({ store, health }) => {
      const { activeDocument } = store.scene.peek();
      if (activeDocument !== null) health.check([activeDocument]);
    },
  },
  checkAll: {
    title: 'Check all meshes',
    meaning: 'Checks every open mesh.',
    menu: 'Tools',
    keys: ['Alt+K'],
    when: ({ store }) => store.documents.value.filter(({ mesh }) => mesh !== null).length > 1,
    run: ({ store, health }) => health.check(store.documents.peek().flatMap(({ summary, mesh }) => (mesh === null ? [] : [summary.id]))),
  },
  showFindings: {
    title: 'Mark findings',
    meaning: 'Shows the findings in the view.',
    menu: 'Tools',
    keys: ['Shift+K'],
    when: ({ store }) => store.health.value.size > 0,
    checked: ({ store }) => store.scene.value.display.findings,
    run: ({ store }) => {
      const findings = !store.scene.peek().display.findings;
      setDisplay(store, findings ? 'Mark findings' : 'Unmark findings', { findings });
    },
  },
  nextFinding: {
    title: 'Next finding',
    meaning: 'Selects and frames the next location of a finding that is not ignored.',
    menu: 'Tools',
    keys: ['N'],
    icon: 'nextFinding',
    when: hasOpen,
    run: ({ store }) => stepFinding(store, 1),
  },
  previousFinding: {
    title: 'Previous finding',
    meaning: 'Selects and frames the previous location of a finding that is not ignored.',
    menu: 'Tools',
    keys: ['Shift+N'],
    icon: 'previousFinding',
    when: hasOpen,
    run: ({ store }) => stepFinding(store, -1),
  },
  ignoreFinding: {
    title: 'Ignore finding…',
    meaning: 'Ignores the selected finding. The reason is stored with the document.',
    menu: 'Tools',
    keys: ['I'],
    when: ({ store }) => store.scene.value.tool === 'select' && selectedFinding(store) !== null,
    run: ({ shell }) => (shell.reasonWanted.value = shell.reasonWanted.peek() + 1),
  },
  saveIgnored: {
    title: 'Save ignored findings…',
    meaning: 'Saves the ignored findings of all open files, with reasons, for boxwood check --ignore.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => ignoreListOf(store.scene.value, store.documents.value).length > 0,
    run: ({ store }) =>
      saveText(ignoreListText(ignoreListOf(store.scene.peek(), store.documents.peek())), 'ignored.json', 'application/json'),
  },
  loadIgnored: {
    title: 'Load ignored findings…',
    meaning: 'Ignores the findings that a saved list names.',
    menu: 'Tools',
    keys: [],
    when: ({ store }) => store.documents.value.some(({ mesh }) => mesh !== null),
    run: ({ session }) => chooseFiles(([file]) => void (file !== undefined && session.ignoreListed(file.text()))),
  },
} as const satisfies Record<string, Command>;
