import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { motionOutcome } from '../../state/motion/motion-search.ts';
import { formatMilliseconds, formatNumber } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { motionStateText } from '../motion/motion-words.ts';
import { RivalRows } from '../motion/rival-rows.tsx';

/** Methods of the first contact of moving meshes, on the motion of the scene: the proven one, bisection of time, and the 15 axes with velocity. */
export function MotionRow({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const outcome = motionOutcome(store.motion.value);
  const proven = `First contact of a motion: ${outcome === null ? notSearched(store) : provenText(outcome.result, outcome.milliseconds)}`;
  return (
    <section class="panel-foot compare-motion" data-testid="compare-motion" aria-label="Methods of first contact">
      <span class="name" data-testid="compare-motion-proven" title={proven}>
        {proven}
      </span>
      {outcome === null && store.scene.value.motion !== null && (
        <button
          type="button"
          class="button small"
          data-command="findContact"
          title={commandTip('findContact')}
          onClick={() => runCommand(app, 'findContact')}
        >
          Find contact
        </button>
      )}
      <RivalRows app={app} rivals={outcome?.rivals ?? null} testId="compare-motion" />
    </section>
  );
}

/** Why there is no first contact yet, and what to do. */
function notSearched({ scene }: App['store']): string {
  return scene.value.motion === null ? 'set a motion of the moving mesh in the list Motion' : 'not searched yet';
}

function provenText({ state, time }: MotionOutcomeResult, milliseconds: number): string {
  const at = time === null ? '' : ` at ${formatNumber(time, 4)}`;
  return `${motionStateText[state]}${at}${state === 'undecided' ? '' : ', proven'}, ${formatMilliseconds(milliseconds)}`;
}

type MotionOutcomeResult = NonNullable<ReturnType<typeof motionOutcome>>['result'];
