import { batch, effect, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { HealthOptions } from '#core/options/health-options';
import type { DocumentId } from '#host-api';
import type { FromHealthWorker, ToHealthWorker } from './health-messages.ts';
import { unchecked, type HealthState, type HealthStatus } from './health-query.ts';
import { withFindingsRenumbered } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export interface HealthParts {
  /** Starts a worker on a question. It tells what it has to say, or once that it is lost. */
  readonly spawn: (
    question: ToHealthWorker,
    message: (message: FromHealthWorker) => void,
    lost: (reason: string) => void,
  ) => { terminate(): void };
}

/** Checks the health of meshes, one after the other, each in a worker of its own, and writes `store.health`. */
export interface HealthChecker {
  /** What was asked for a document before is no longer wanted; what it found stays until there is another answer. */
  check(documents: readonly DocumentId[]): void;
  /** With other options; documents that have been checked are checked anew. */
  setOptions(options: HealthOptions): void;
  /** Gives up what runs and what waits. */
  stop(): void;
  dispose(): void;
}

interface Running {
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly worker: { terminate(): void };
}

export function createHealthChecker(store: WritableStore, { spawn }: HealthParts): HealthChecker {
  let waiting: readonly DocumentId[] = [];
  let running: Running | null = null;

  /** Lets go of what is closed, and checks what has taken the place of a document that was checked. */
  const stopFollowing = effect(() => {
    const documents = store.documents.value;
    untracked(() => {
      const health = store.health.peek();
      const again = documents.filter(
        ({ summary, mesh }) =>
          mesh !== null && summary.replaces !== null && !health.has(summary.id) && health.get(summary.replaces)?.outcome != null,
      );
      const kept = [...health].filter(([id, { outcome }]) => {
        const document = documents.find(({ summary }) => summary.id === id);
        return document !== undefined && (outcome === null || outcome.mesh === document.mesh?.mesh);
      });
      if (kept.length < health.size) store.health.value = new Map(kept);
      waiting = waiting.filter((id) => documents.some(({ summary }) => summary.id === id));
      const isGone =
        running !== null && !documents.some(({ summary, mesh }) => summary.id === running?.document && mesh?.mesh === running.mesh);
      if (isGone) next();
      if (again.length > 0) check(again.map(({ summary }) => summary.id));
    });
  });

  function check(documents: readonly DocumentId[]): void {
    const wanted = documents.filter((id) => meshOf(id) !== null);
    waiting = [...waiting.filter((id) => !wanted.includes(id)), ...wanted];
    batch(() => {
      for (const id of wanted) setStatus(id, { kind: 'waiting' });
      if (running === null || wanted.includes(running.document)) next();
    });
  }

  /** Ends what runs, and begins what is first in line. */
  function next(): void {
    running?.worker.terminate();
    running = null;
    const [document, ...rest] = waiting;
    if (document === undefined) return;
    waiting = rest;
    const mesh = meshOf(document);
    if (mesh === null) return next();
    const options = store.healthOptions.peek();
    const isMine = (): boolean => running?.worker === worker;
    const worker = spawn(
      { mesh: { positions: mesh.positions, indices: mesh.indices, parts: mesh.parts }, options },
      (message) => {
        if (isMine()) receive(document, mesh, options, message);
      },
      (reason) => {
        if (isMine()) receive(document, mesh, options, { kind: 'failed', problem: lostWorker(reason) });
      },
    );
    running = { document, mesh, worker };
    setStatus(document, { kind: 'running', fraction: 0 });
  }

  function receive(document: DocumentId, mesh: TriangleMesh, options: HealthOptions, message: FromHealthWorker): void {
    switch (message.kind) {
      case 'progress':
        return setStatus(document, { kind: 'running', fraction: message.fraction });
      case 'done': {
        const { report, milliseconds } = message;
        batch(() => {
          const codes = new Set(report.findings.map(({ code }) => code));
          store.history.rewrite((scene) => withFindingsRenumbered(scene, document, codes));
          if (store.hover.peek()?.kind === 'finding') store.hover.value = null;
          set(document, { status: { kind: 'done' }, outcome: { mesh, options, report, milliseconds } });
        });
        return next();
      }
      case 'failed':
        writeLog(store, 'error', formatError(message.problem), JSON.stringify(message.problem, null, 2));
        setStatus(document, { kind: 'failed', problem: message.problem });
        return next();
    }
  }

  function meshOf(id: DocumentId): TriangleMesh | null {
    return store.documents.peek().find(({ summary }) => summary.id === id)?.mesh?.mesh ?? null;
  }

  function setStatus(id: DocumentId, status: HealthStatus): void {
    set(id, { ...(store.health.peek().get(id) ?? unchecked), status });
  }

  function set(id: DocumentId, state: HealthState): void {
    store.health.value = new Map(store.health.peek()).set(id, state);
  }

  return {
    check,
    setOptions(options) {
      store.healthOptions.value = options;
      check(
        [...store.health.peek()]
          .filter(([, { status, outcome }]) => outcome !== null || status.kind === 'waiting' || status.kind === 'running')
          .map(([id]) => id),
      );
    },
    stop() {
      const given = running === null ? waiting : [running.document, ...waiting];
      waiting = [];
      batch(() => {
        next();
        for (const id of given) setStatus(id, { kind: 'failed', problem: stopped });
      });
    },
    dispose() {
      stopFollowing();
      waiting = [];
      next();
    },
  };
}

const stopped: InspectorErrorData = {
  code: 'cancelled',
  message: 'The check was cancelled',
  fix: 'Check again when you want to',
  location: {},
};

function lostWorker(reason: string): InspectorErrorData {
  return {
    code: 'worker-lost',
    message: 'The worker that checks the mesh has ended',
    fix: 'Check again; for very large meshes close other documents first',
    location: {},
    ...(reason === '' ? {} : { detail: reason }),
  };
}
