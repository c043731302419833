import { computed, signal } from '@preact/signals';
import { render } from 'preact';
import { toErrorData } from '#core/error';
import { type DocumentId, type Host, projectExtension } from '#host-api';
import type { App } from './commands/app.ts';
import { startKeymap } from './commands/keymap.ts';
import { onPreferencesChanged, readPreferences, writePreferences } from './host/preference-storage.ts';
import { followPreferences, type PreferenceParts } from './state/preferences/follow-preferences.ts';
import { createBrowserHost } from './host/browser-host.ts';
import { createElectronHost } from './host/electron-host.ts';
import { followChanges } from './state/changes/follow-changes.ts';
import { createHealthChecker } from './state/health/check-meshes.ts';
import { fileSet } from './state/documents/file-set.ts';
import { followClosedMeshes } from './state/sphere/find-closed.ts';
import { followPairs } from './state/pair/follow-pairs.ts';
import { followComponents } from './state/colour/follow-components.ts';
import { followBounds } from './state/measure/follow-bounds.ts';
import { followClearance } from './state/measure/follow-clearance.ts';
import { followHeat } from './state/heat/heat.ts';
import { keepNotes } from './state/documents/keep-notes.ts';
import type { Snapshot } from './state/snapshot/snapshot.ts';
import { parseNotes } from './state/documents/notes.ts';
import { createPlayer } from './state/playback/player.ts';
import { createBspRunner } from './state/bsp/bsp-runner.ts';
import { startComparer } from './state/compare/compare.ts';
import { startSession } from './state/documents/session.ts';
import { createMotionRunner } from './state/motion/motion-runner.ts';
import { createSeparationRunner } from './state/convex/separation-runner.ts';
import { createNodeList } from './state/nodes/node-list.ts';
import { createLinkFollower } from './state/project/follow-link.ts';
import { startProjects } from './state/project/projects.ts';
import { setProbeHull } from './commands/probe-actions.ts';
import { followProbeHull } from './state/probe/follow-probe-hull.ts';
import { followSlice } from './state/probe/follow-slice.ts';
import { followWinding } from './state/probe/follow-winding.ts';
import { followScenes } from './state/instances/follow-scenes.ts';
import { followTrace } from './state/trace/follow-trace.ts';
import { createStore, type Store, writable } from './state/store/store.ts';
import { followVisibleTrees } from './state/visibility/follow-visible-trees.ts';
import { writeLog } from './state/store/write-log.ts';
import { noteStart } from './host/first-start.ts';
import { declineTour } from './commands/tour-actions.ts';
import { chooseFiles } from './host/choose-files.ts';
import { followViewAddress } from './host/view-address.ts';
import { runLater } from './host/run-later.ts';
import { createNextTurn } from './workers/next-turn.ts';
import { spawnChanges } from './workers/start-change-worker.ts';
import { healthWorkerParts } from './workers/start-health-worker.ts';
import { pairWorkerParts } from './workers/start-pair-worker.ts';
import { playerParts } from './workers/start-deform-workers.ts';
import { spawnComponents } from './workers/start-component-worker.ts';
import { spawnConvex } from './workers/start-convex-worker.ts';
import { spawnMotion } from './workers/start-motion-worker.ts';
import { spawnMeasure } from './workers/start-measure-worker.ts';
import { spawnHeat } from './workers/start-heat-worker.ts';
import { sceneWork, spawnScene } from './workers/start-scene-worker.ts';
import { spawnProbeHull } from './workers/start-probe-hull-worker.ts';
import { spawnSlice } from './workers/start-slice-worker.ts';
import { spawnWinding } from './workers/start-winding-worker.ts';
import { spawnVisible } from './workers/start-visible-tree-worker.ts';
import { spawnBsp } from './workers/start-bsp-worker.ts';
import { spawnCompare } from './workers/start-compare-worker.ts';
import { propertiesNeed } from './panels/properties/properties-need.ts';
import { AppShell } from './shell/app-shell.tsx';
import { restoreWorkspace, showWorkspace } from './shell/dock/show-workspace.ts';
import { createDockState } from './shell/dock/dock-state.ts';
import { isEmptyList } from './shell/dock/follow-queries.ts';
import { listOpener } from './shell/list-opener.ts';
import { keepFocus } from './shell/keep-focus.ts';
import { manualPlaceHere } from './shell/manual/manual-place-here.ts';
import { startRegions } from './shell/regions.ts';
import { ignoreSecondClicks } from './shell/second-clicks.ts';
import 'uplot/dist/uPlot.min.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/bars.css';
import './theme/lists.css';
import './theme/fields.css';
import './theme/scroll-shadow.css';
import './theme/view.css';
import './theme/camera.css';
import './theme/moving.css';
import './theme/motion.css';
import './theme/compare.css';
import './theme/colliders.css';
import './theme/bsp.css';
import './theme/separation.css';
import './theme/deform.css';
import './theme/probe.css';
import './theme/trace.css';
import './theme/scene.css';
import './theme/health.css';
import './theme/dialogs.css';
import './theme/export.css';
import './theme/repair.css';
import './theme/changes.css';
import './theme/palette.css';
import './theme/learn.css';
import './theme/manual.css';
import './theme/project.css';

start(window.boxwood === undefined ? createBrowserHost() : createElectronHost(window.boxwood));

/** Connects host, store and interface. They live as long as the page. */
function start(host: Host): void {
  const store = createStore();
  logErrors(store);
  followPreferences(store, browserPreferences());
  const notes = parseNotes(host.readNotes());
  const session = startSession(host, store, notes?.snapshot ?? null);
  startFollowers(store);
  const health = createHealthChecker(store, healthWorkerParts);
  const bottomFolded = signal(true);
  const dock = createDockState(
    bottomFolded,
    computed(() => propertiesNeed(store)),
    (list) => isEmptyList(store, list),
    computed(() => store.comparison.value.kind !== 'none'),
  );
  const page = {
    host,
    store,
    session,
    check: (ids: readonly DocumentId[]) => health.check(ids),
    loadTree: session.loadTree,
    rebuild: session.rebuild,
    showSecond: session.showSecond,
    workspace: () => dock.workspace.value,
    layouts: () => dock.layouts(),
    showWorkspace: (name: string, layouts: Snapshot['layouts']) => restoreWorkspace(dock, name, layouts),
  };
  keepNotes({ ...page, later: runLater(300) }, notes);
  const projects = startProjects({ ...page, ...sceneWork, later: runLater(1000), noted: notes?.snapshot ?? null });
  followViewAddress(createLinkFollower(page));
  const app: App = {
    store,
    session,
    projects,
    nodes: createNodeList(store, createNextTurn(), () => performance.now()),
    pairs: followPairs(store, pairWorkerParts),
    comparison: startComparer(store, spawnCompare),
    bsp: createBspRunner(store, spawnBsp),
    player: createPlayer(store, playerParts),
    motion: createMotionRunner(store, spawnMotion, playerParts),
    separation: createSeparationRunner(store, spawnConvex),
    followHeat: (of) => followHeat(writable(of), spawnHeat),
    health,
    changes: followChanges(store, spawnChanges),
    shell: {
      kind: host.shell,
      dialog: signal(null),
      contextMenu: signal(null),
      recent: signal([]),
      manual: signal(null),
      tour: signal(null),
      tourOffered: signal(noteStart()),
      manualHere: () => manualPlaceHere(document),
      cameraOpen: signal(false),
      repairWanted: signal({ repairs: [] }),
      applyingRepair: signal(false),
      exportForm: signal(null),
      reasonWanted: signal(0),
      unitWanted: signal(false),
      nodeWanted: signal(0),
      optionsReset: signal(0),
      bottomFolded,
      legendFolded: signal(false),
      chooseFiles: (as) => chooseOwnFiles(app, as),
      workspace: dock.workspace,
      showWorkspace: (name) => showWorkspace(store, dock, name),
      resetLayout: () => dock.reset(),
      focusRegion: startRegions(document),
      showList: listOpener(document, dock),
    },
  };
  startKeymap(app, window);
  keepFocus(document);
  ignoreSecondClicks(document);
  const element = document.getElementById('app');
  if (element === null) throw new Error('The page has no #app');
  render(<AppShell app={app} dock={dock} />, element);
}

/** Computes what the store derives in workers and later turns. */
function startFollowers(store: ReturnType<typeof createStore>): void {
  followVisibleTrees(store, { spawn: spawnVisible, after: runAfter });
  followClosedMeshes(store, (run) => setTimeout(run));
  followHeat(store, spawnHeat);
  followComponents(store, spawnComponents);
  followClearance(store, spawnMeasure);
  followBounds(store, spawnMeasure);
  followTrace(store, playerParts);
  followSlice(store, spawnSlice);
  followProbeHull(store, spawnProbeHull, (document, vertices) => setProbeHull(store, document, vertices));
  followWinding(store, spawnWinding);
  followScenes(store, { spawn: spawnScene, after: runAfter });
}

/** Runs something later. Returns the function that prevents it. */
function runAfter(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

/** Writes errors of the page itself to the log. */
function logErrors(store: Store): void {
  const report = (thrown: unknown): void => {
    const { message } = toErrorData(thrown);
    writeLog(store, 'error', message, thrown instanceof Error ? (thrown.stack ?? null) : null);
  };
  window.addEventListener('error', (event) => {
    if (!isLateResize(event.message)) report(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}

/** Lets a person choose files, and opens them. */
function chooseOwnFiles({ shell, projects }: App, as: Parameters<App['shell']['chooseFiles']>[0]): void {
  const open = (files: readonly File[]): void => {
    declineTour(shell);
    void (as === 'project' ? projects.open(fileSet(files)) : projects.open(fileSet(files), as));
  };
  chooseFiles(open, as === 'project' ? `.${projectExtension}` : undefined);
}

/** The preferences in the browser's storage, shown as theme and zoom of the page. */
function browserPreferences(): PreferenceParts {
  return {
    read: readPreferences,
    write: writePreferences,
    onChanged: onPreferencesChanged,
    onSystemTheme: (changed) => {
      const query = matchMedia('(prefers-color-scheme: light)');
      query.addEventListener('change', () => changed(query.matches));
      changed(query.matches);
    },
    apply: ({ theme, textScale }) => {
      const { style, dataset } = document.documentElement;
      dataset['theme'] = theme;
      style.zoom = String(textScale);
      style.setProperty('--text-scale', String(textScale));
    },
  };
}

/** A size that changes twice in one frame is seen in the next. Browsers report that as an error, which it is not. */
function isLateResize(message: string): boolean {
  return message.startsWith('ResizeObserver loop');
}
