import { effect, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { FromPairWorker } from './pair-messages.ts';
import { askedPair, type ScenePair } from './pair-question.ts';
import { maxContacts, type PairOutcome, type PairState } from './pair-query.ts';
import { createPairRunner, type PairRunnerParts } from './pair-runner.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { formatMany, formatMilliseconds } from '../../text/format-number.ts';

export interface PairFollower {
  /** Gives up the question under way; the next pose asks again. */
  stop(): void;
  dispose(): void;
}

/** Until a question has taken so long, what was known before it stays, and steps of its answer wait for the whole, ms: nothing flickers. */
export const lateAfter = 200;

/**
 * Asks how the scene's moving mesh and its still mesh meet, whenever either changes or the moving mesh is moved, and writes `store.pair`.
 * The page never waits: a worker answers, and of many questions the newest counts.
 */
export function followPairs(store: WritableStore, parts: Omit<PairRunnerParts, 'tell'>): PairFollower {
  const runner = createPairRunner({ ...parts, tell: receive });
  const asked = askedPair(store.scene, store.shown);
  /** Questions whose answer may still come; the newest is last, and has no answer yet. */
  let open = new Map<number, ScenePair>();
  /** What is known of an answer that is not whole yet. */
  let partial: { readonly serial: number; readonly outcome: PairOutcome } | null = null;
  let stopClock: (() => void) | null = null;

  const stopFollowing = effect(() => {
    const now = asked.value;
    untracked(() => {
      if (now.kind === 'ask') return ask(now);
      giveUp();
      if (now.kind === 'none') runner.end();
      write({ status: now, outcome: null });
    });
  });

  function ask(question: ScenePair): void {
    const { a, b, aFromB, input } = question;
    if ([...open.values()].some((other) => !isSamePair(other, question))) giveUp();
    open.set(runner.ask(a, b, { aFromB, options: input.options, maxContacts }), question);
    stopClock ??= parts.after(lateAfter, late);
    const { status, outcome } = store.pair.peek();
    const isKept = outcome !== null && outcome.meshA === a.mesh && outcome.meshB === b.mesh;
    write({ status: status.kind === 'running' ? status : { kind: 'running', late: false, fraction: 0 }, outcome: isKept ? outcome : null });
  }

  function receive(message: FromPairWorker): void {
    if (message.kind === 'loaded') return writeLog(store, 'info', loadedText(message));
    const question = open.get(message.serial);
    if (question === undefined) return;
    for (const older of open.keys()) if (older < message.serial) open.delete(older);
    const isNewest = message.serial === [...open.keys()].at(-1);
    switch (message.kind) {
      case 'progress':
        return isNewest ? told(message.fraction) : undefined;
      case 'meets':
        return step(message.serial, { ...nothingKnown(question), overlap: message.overlap });
      case 'found':
        return step(message.serial, { ...known(message.serial, question), overlap: message.found.overlap, found: message.found });
      case 'meeting':
        return whole({ ...known(message.serial, question), meeting: message.meeting }, isNewest, message.serial);
      case 'heard':
        return;
      case 'failed':
        if (!isNewest) return;
        return failed(message.problem, partial?.serial === message.serial ? partial.outcome : null);
    }
  }

  function known(serial: number, question: ScenePair): PairOutcome {
    return partial?.serial === serial ? partial.outcome : nothingKnown(question);
  }

  function step(serial: number, outcome: PairOutcome): void {
    partial = { serial, outcome };
    if (isLate()) write({ status: store.pair.peek().status, outcome });
  }

  function whole(outcome: PairOutcome, isNewest: boolean, serial: number): void {
    open.delete(serial);
    stopClocks();
    if (!isNewest) stopClock = parts.after(lateAfter, late);
    write({ status: isNewest ? { kind: 'done' } : { kind: 'running', late: false, fraction: 0 }, outcome });
  }

  function failed(problem: InspectorErrorData, outcome: PairOutcome | null): void {
    giveUp();
    if (problem.code === 'too-large') return write({ status: { kind: 'too-many', problem }, outcome });
    if (problem.code !== 'cancelled') writeLog(store, 'error', formatError(problem), JSON.stringify(problem, null, 2));
    write({ status: { kind: 'failed', problem }, outcome: null });
  }

  function told(fraction: number): void {
    if (isLate()) write({ status: { kind: 'running', late: true, fraction }, outcome: store.pair.peek().outcome });
  }

  function late(): void {
    stopClock = null;
    write({ status: { kind: 'running', late: true, fraction: 0 }, outcome: partial?.outcome ?? store.pair.peek().outcome });
  }

  function isLate(): boolean {
    const { status } = store.pair.peek();
    return status.kind === 'running' && status.late;
  }

  function giveUp(): void {
    stopClocks();
    open = new Map();
    runner.stop();
  }

  function stopClocks(): void {
    stopClock?.();
    stopClock = null;
    partial = null;
  }

  function write(state: PairState): void {
    store.pair.value = state;
  }

  return {
    stop() {
      if (open.size > 0) failed({ code: 'cancelled', message: 'Stopped', fix: 'Move the moving mesh to ask again', location: {} }, null);
    },
    dispose() {
      stopFollowing();
      giveUp();
      runner.end();
    },
  };
}

function isSamePair(one: ScenePair, other: ScenePair): boolean {
  return one.a.mesh === other.a.mesh && one.b.mesh === other.b.mesh;
}

function nothingKnown({ input, aFromB, a, b }: ScenePair): PairOutcome {
  return { input, aFromB, meshA: a.mesh, meshB: b.mesh, overlap: false, found: null, meeting: null };
}

/** Said once a pair: what is asked from then on is answered in less time. */
function loadedText({ built, together, threads, milliseconds }: Extract<FromPairWorker, { kind: 'loaded' }>): string {
  const by = together > 0 ? ` by ${formatMany(threads, 'thread')} together` : '';
  return `Moving mesh and still mesh are with WebAssembly: ${formatMany(built, 'wide tree')} built in ${formatMilliseconds(milliseconds)}${by}.`;
}
