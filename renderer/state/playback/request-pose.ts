import { batch } from '@preact/signals-core';
import { formatError } from '#core/error';
import { openTree } from '#core/tree';
import { writeLog } from '../store/write-log.ts';
import type { FromPoseWorker } from './deform-messages.ts';
import { animatedMesh, changePlayer, type PlayerMachine } from './player-machine.ts';

/**
 * Requests the pose at a time of the clip. While another pose is waited for, the time is kept, and a later time replaces it: one pose
 * is computed at a time, so memory stays that of two poses.
 */
export function requestPose(machine: PlayerMachine, seconds: number): void {
  const source = machine.source.peek();
  const state = machine.store.player.peek();
  if (source === null || state === null) return;
  if (machine.isWaiting && machine.heldTree === source.tree) {
    machine.nextSeconds = seconds;
    return changePlayer(machine, { seconds, isBehind: true });
  }
  machine.worker ??= machine.parts.spawnPoses(
    (message) => receivePose(machine, message),
    (reason) => handleLostWorker(machine, reason),
  );
  if (machine.heldTree !== source.tree) {
    machine.worker.post({ kind: 'hold', mesh: animatedMesh(source), tree: source.tree.tree.bytes });
  }
  machine.heldTree = source.tree;
  machine.isWaiting = true;
  machine.nextSeconds = null;
  machine.worker.post({ kind: 'pose', serial: ++machine.serial, clip: state.clip, seconds });
  changePlayer(machine, { seconds, isBehind: true });
}

/** Ends the worker; what it still sends is ignored. */
export function endPoses(machine: PlayerMachine): void {
  machine.worker?.terminate();
  machine.worker = null;
  machine.heldTree = null;
  machine.isWaiting = false;
  machine.nextSeconds = null;
  machine.serial++;
}

function receivePose(machine: PlayerMachine, message: FromPoseWorker): void {
  const { store, source, parts } = machine;
  const of = source.peek();
  if (message.serial !== machine.serial || of === null) return;
  machine.isWaiting = false;
  if (message.kind === 'failed') {
    changePlayer(machine, { isPlaying: false, isBehind: false });
    return writeLog(store, 'error', formatError(message.problem), JSON.stringify(message.problem, null, 2));
  }
  const { positions, bounds, tree: bytes, costShares, figures } = message;
  const { nextSeconds } = machine;
  batch(() => {
    store.pose.value = {
      document: of.document,
      mesh: { ...of.mesh, mesh: { ...of.mesh.mesh, positions }, bounds: bounds ?? of.mesh.bounds },
      of: of.tree,
      tree: { ...of.tree, tree: openTree(bytes), costShares },
    };
    changePlayer(machine, { figures, isBehind: nextSeconds !== null });
  });
  if (machine.nextSeconds !== null) return requestPose(machine, machine.nextSeconds);
  if (store.player.peek()?.isPlaying === true) parts.nextFrame(() => playOn(machine));
}

/** Requests the pose of the next frame, by the time that has passed; the clip repeats. */
function playOn(machine: PlayerMachine): void {
  const state = machine.store.player.peek();
  if (state === null || !state.isPlaying || machine.isWaiting) return;
  const time = machine.parts.now();
  const { seconds: length } = state.clips[state.clip]!;
  const seconds = state.seconds + (time - machine.lastFrameTime) / 1000;
  machine.lastFrameTime = time;
  requestPose(machine, length > 0 ? seconds % length : 0);
}

function handleLostWorker(machine: PlayerMachine, reason: string): void {
  endPoses(machine);
  changePlayer(machine, { isPlaying: false, isBehind: false });
  writeLog(machine.store, 'error', `The worker that plays the animation has ended: ${reason}`);
}
