import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import type { CommandId } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { motionOutcome } from '../../state/motion/motion-search.ts';
import { isSameMotion } from '../../state/motion/motion-input.ts';
import { formatPercent } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { MotionBar } from './motion-bar.tsx';
import { MotionFacts } from './motion-facts.tsx';
import { MotionLine } from './motion-line.tsx';
import { RivalRows } from './rival-rows.tsx';

/** The motion of the moving mesh: its search, its playback, the first contact, and the clearance over time. */
export function MotionPanel({ app }: { app: App }): JSX.Element {
  const { movingMesh, motion } = app.store.scene.value;
  return (
    <div class="list-panel" data-testid="motion">
      {movingMesh === null || motion === null ? <NoMotion app={app} hasMesh={movingMesh !== null} /> : <Motion app={app} />}
    </div>
  );
}

function NoMotion({ app, hasMesh }: { app: App; hasMesh: boolean }): JSX.Element {
  return (
    <div class="motion-empty">
      <p class="empty-note">
        {hasMesh
          ? 'Add a motion: the moving mesh goes from a start to an end, and its first contact is found.'
          : 'No motion. Choose a moving mesh (G), or open an example that an older method misses.'}
      </p>
      {hasMesh && (
        <div class="button-row">
          <MotionCommand app={app} id="addMotion" text="Add motion" />
        </div>
      )}
      <RivalRows app={app} rivals={null} />
    </div>
  );
}

function Motion({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const state = store.motion.value;
  const motion = store.scene.value.motion!;
  const outcome = motionOutcome(state);
  const isOld = outcome !== null && !isSameMotion(outcome.input, motion);
  const whyNot = app.motion.whyNot.value;
  return (
    <>
      <MotionBar app={app} />
      {state.kind === 'failed' && (
        <div class="callout" role="alert" data-testid="motion-problem">
          {formatError(state.problem)}
        </div>
      )}
      {isOld && (
        <p class="motion-note warning-text" role="status" data-testid="motion-old">
          The motion has changed since. Find the contact again.
        </p>
      )}
      {outcome === null ? (
        <p class="empty-note" data-testid="motion-start">
          {state.kind === 'running'
            ? `Finding the first contact, ${formatPercent(state.fraction)} %.`
            : (whyNot ?? 'Press Find contact. The poses, the path and the tolerance are in Properties.')}
        </p>
      ) : (
        <div class="motion-body">
          <MotionFacts app={app} outcome={outcome} />
          <MotionLine app={app} outcome={outcome} />
        </div>
      )}
    </>
  );
}

/** A small button that runs a command; its tooltip says why it cannot run. */
export function MotionCommand({ app, id, text }: { app: App; id: CommandId; text: string }): JSX.Element {
  return (
    <button type="button" class="button small" title={commandTip(id)} data-command={id} onClick={() => runCommand(app, id)}>
      {text}
    </button>
  );
}
