import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commandOf } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { whyNoCertificate } from '../../commands/motion-actions.ts';
import { motionSteps } from '../../state/motion/motion-player.ts';
import { motionOutcome } from '../../state/motion/motion-search.ts';
import { formatFixed } from '../../text/format-number.ts';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon, type IconName } from '../../widgets/icon.tsx';

/** Finds and cancels, shows the moving mesh at a time by play, pause, steps and slider, and saves the result. */
export function MotionBar({ app }: { app: App }): JSX.Element {
  const { store, motion } = app;
  const time = store.motionTime.value;
  const plays = store.motionPlays.value;
  return (
    <div class="motion-bar">
      <FindButton app={app} />
      <IconButton icon="stepBack" label="Step back" testId="motion-back" onClick={() => motion.step(-1)} />
      <button
        type="button"
        class="button small"
        data-command="playMotion"
        aria-label={plays ? 'Pause' : 'Play'}
        title={commandTip('playMotion')}
        onClick={() => runCommand(app, 'playMotion')}
      >
        <Icon name={plays ? 'pause' : 'play'} small />
      </button>
      <IconButton icon="stepForward" label="Step forward" testId="motion-forward" onClick={() => motion.step(1)} />
      <input
        type="range"
        class="slider motion-time"
        min={0}
        max={1}
        step={1 / (20 * motionSteps)}
        value={time ?? 0}
        aria-label="Time of the motion"
        aria-valuetext={time === null ? 'Not shown' : formatFixed(time, 3)}
        data-testid="motion-time"
        onInput={(event) => motion.seek(Number(event.currentTarget.value))}
      />
      <span class="motion-now" data-testid="motion-now">
        {time === null ? `${store.scene.value.motion?.edited === 'start' ? 'Start' : 'End'} is edited` : `time ${formatFixed(time, 3)}`}
      </span>
      <button
        type="button"
        class="button small"
        data-testid="motion-rest"
        title="Show the pose that is edited"
        disabled={time === null}
        onClick={() => motion.rest()}
      >
        Edit poses
      </button>
      {motionOutcome(store.motion.value) !== null && <ResultButtons app={app} />}
    </div>
  );
}

/** Saves the certificate, and copies the command line: in sight without scrolling. */
function ResultButtons({ app }: { app: App }): JSX.Element {
  const whyNot = whyNoCertificate(app.store);
  return (
    <div class="motion-result">
      <button
        type="button"
        class="button small"
        data-command="saveCertificate"
        title={whyNot ?? commandTip('saveCertificate')}
        disabled={whyNot !== null}
        onClick={() => runCommand(app, 'saveCertificate')}
      >
        Save certificate
      </button>
      <CopyCommandButton app={app} subject="motion" />
    </div>
  );
}

function FindButton({ app }: { app: App }): JSX.Element {
  const { motion, store } = app;
  const state = store.motion.value;
  if (state.kind === 'running') {
    return (
      <>
        <button type="button" class="button small" data-testid="motion-cancel" onClick={() => motion.stop()}>
          Cancel
        </button>
        <progress class="progress-bar" max={100} value={Math.floor(100 * state.fraction)} aria-label="Finding contact" />
      </>
    );
  }
  const whyNot = motion.whyNot.value;
  return (
    <button
      type="button"
      class="button small primary"
      data-command="findContact"
      title={whyNot ?? commandTip('findContact')}
      disabled={!commandOf('findContact').when(app)}
      onClick={() => runCommand(app, 'findContact')}
    >
      Find contact
    </button>
  );
}

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly testId: string;
  readonly onClick: () => void;
}

function IconButton({ icon, label, testId, onClick }: IconButtonProps): JSX.Element {
  return (
    <button type="button" class="button small" aria-label={label} title={label} data-testid={testId} onClick={onClick}>
      <Icon name={icon} small />
    </button>
  );
}
