import { signal } from '@preact/signals-core';
import { packScene } from '#core/scene/document/packed-scene';
import { parseScene } from '#core/scene/document/parse-scene';
import { sceneTextPieces } from '#core/scene/document/scene-text';
import { box } from '../fixtures/shapes.ts';
import type { App } from '../../renderer/commands/app.ts';
import { startSession } from '../../renderer/state/documents/session.ts';
import { createNodeList } from '../../renderer/state/nodes/node-list.ts';
import { startProjects } from '../../renderer/state/project/projects.ts';
import { createStore, type WritableStore } from '../../renderer/state/store/store.ts';
import { placedBy } from '../../renderer/workers/placed-by.ts';
import { createFakeHost, settled, type FakeHost } from './fake-host.ts';

/** An app without a window: its store and session are real, its workers are counters. */
export interface FakeApp extends App {
  readonly store: WritableStore;
  /** How often something was stopped or started. */
  readonly calls: { pairsStopped: number; comparisonsStarted: number; comparisonsStopped: number };
}

/** Returns an app with `box.obj` open and its tree built. */
export async function fakeAppWithBox(): Promise<{ readonly app: FakeApp; readonly host: FakeHost; readonly document: number }> {
  const host = createFakeHost();
  const app = fakeApp(host);
  await settled();
  const document = host.begin('box.obj');
  host.parsed(document, box());
  await settled();
  host.ready(document);
  await settled();
  return { app, host, document };
}

function fakeApp(host: FakeHost): FakeApp {
  const store = createStore();
  const session = startSession(host, store);
  const calls = { pairsStopped: 0, comparisonsStarted: 0, comparisonsStopped: 0 };
  return {
    calls,
    store,
    session,
    projects: startProjects({
      host,
      store,
      session,
      check: () => {},
      place: async (request) => placedBy(request),
      writeScene: async ({ packed }) => new Blob([...sceneTextPieces(packed)]),
      readScene: async (bytes) => packScene(parseScene(new TextDecoder().decode(bytes))),
      rebuild: session.rebuild,
      showSecond: session.showSecond,
      workspace: () => 'inspect',
      layouts: () => null,
      showWorkspace: () => {},
      later: () => {},
      noted: null,
    }),
    nodes: createNodeList(
      store,
      () => Promise.resolve(),
      () => 0,
    ),
    pairs: { stop: () => void calls.pairsStopped++ },
    health: { check: () => {}, chooseEngine: () => {}, setOptions: () => {}, stop: () => {} },
    changes: { compareAll: () => {}, stop: () => {} },
    followHeat: () => () => {},
    bsp: { look: () => {}, cancel: () => {}, start: () => {}, stop: () => {}, follow: () => {} },
    comparison: { start: () => void calls.comparisonsStarted++, stop: () => void calls.comparisonsStopped++ },
    player: {
      choose: () => {},
      play: () => {},
      pause: () => {},
      seek: () => {},
      rest: () => {},
      setOptions: () => {},
      measure: () => {},
      stopMeasuring: () => {},
    },
    separation: { findPushOut: () => {}, verify: () => {}, stop: () => {} },
    motion: {
      whyNot: signal('Add a motion first.'),
      find: () => {},
      stop: () => {},
      play: () => {},
      pause: () => {},
      seek: () => {},
      step: () => {},
      rest: () => {},
    },
    shell: {
      kind: 'browser',
      dialog: signal(null),
      contextMenu: signal(null),
      recent: signal([]),
      manual: signal(null),
      tour: signal(null),
      tourOffered: signal(false),
      manualHere: () => null,
      repairWanted: signal({ repairs: [] }),
      applyingRepair: signal(false),
      exportForm: signal(null),
      reasonWanted: signal(0),
      nodeWanted: signal(0),
      unitWanted: signal(false),
      optionsReset: signal(0),
      bottomFolded: signal(true),
      legendFolded: signal(false),
      cameraOpen: signal(false),
      chooseFiles: () => {},
      workspace: signal('inspect'),
      showWorkspace: () => {},
      resetLayout: () => {},
      focusRegion: () => {},
      showList: () => {},
    },
  };
}
