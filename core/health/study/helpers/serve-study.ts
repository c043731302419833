import { instantiateSharedStudy } from '../../../kernel/index.ts';
import { doTask } from './do-task.ts';
import type { Helper } from './helper.ts';
import type { HelperStart } from './helper-start.ts';
import { joinWalk } from './join-walk.ts';
import { announce, commandAt, controlWord, helperCommands, openControl } from './study-control.ts';

/** Helps with a study until it ends, and blocks its thread all that time. What fails is left to the leading thread. */
export function serveStudy({ module, memory, control: buffers, helper: number, skipped, bytes }: HelperStart): void {
  const kernel = instantiateSharedStudy(module, memory);
  if (kernel === null || kernel.useRegion(skipped, bytes) === 0 || kernel.reserveFigures() === 0) return;
  const control = openControl(buffers);
  const { words } = control;
  const helper: Helper = { kernel, control, number, canWalk: false };
  announce(words, controlWord.ready + number, 1);
  let executed = 0;
  for (;;) {
    Atomics.wait(words, controlWord.sent + number, executed);
    const sent = Atomics.load(words, controlWord.sent + number);
    if (sent === executed) continue;
    // What was sent before the end is of no use any more.
    if (helperCommands[words[commandAt(number, sent - 1)]] === 'end') return;
    const command = helperCommands[words[commandAt(number, executed)]];
    if (command === 'walk') joinWalk(helper);
    else if (command !== 'end') doTask(helper, command);
    executed++;
  }
}
