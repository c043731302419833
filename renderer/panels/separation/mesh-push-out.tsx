import type { JSX } from 'preact';
import { noLowerBoundReasons } from '#core/convex';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { applyMeshPushOut, meshPushOut } from '../../commands/separation-actions.ts';
import { formatMilliseconds, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, shownLength, type ShownUnit, shownVector, withLengthSign } from '../../text/shown-unit.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { lengthDigits } from './length-digits.ts';
import { LabelledValue, vectorText } from './method-facts.tsx';

/** The push-out of the meshes themselves, with its bounds; it is applied and verified here. */
export function MeshPushOut({ app, units }: { app: App; units: ShownUnit }): JSX.Element {
  const { pushOut } = app.store.separation.value;
  return (
    <>
      <p class="quiet">Meshes of any shape: a translation that separates them, with a proven lower bound.</p>
      {pushOut.kind === 'running' && <Running app={app} fraction={pushOut.fraction} />}
      {pushOut.kind === 'failed' && (
        <p class="error-text" role="alert">
          {formatError(pushOut.problem)}
        </p>
      )}
      {pushOut.kind === 'done' && <Found app={app} units={units} found={pushOut} />}
      <div class="button-row">
        <button
          type="button"
          class="button small"
          data-command="findPushOut"
          title={commandTip('findPushOut')}
          onClick={() => runCommand(app, 'findPushOut')}
        >
          Find push-out
        </button>
        <button
          type="button"
          class="button small primary"
          data-testid="push-out-apply"
          title="Move the moving mesh by the push-out, and verify that the meshes no longer overlap"
          disabled={meshPushOut(app.store) === null}
          onClick={() => applyMeshPushOut(app)}
        >
          Apply
        </button>
        <button
          type="button"
          class="button small"
          data-testid="push-out-verify"
          title="Test exactly whether the meshes overlap in the current pose"
          onClick={() => app.separation.verify()}
        >
          Verify
        </button>
        <CopyCommandButton app={app} subject="penetration" />
      </div>
      <Verified app={app} />
    </>
  );
}

function Running({ app, fraction }: { app: App; fraction: number }): JSX.Element {
  const percent = Math.floor(100 * fraction);
  return (
    <div class="check-bar" role="status" data-testid="push-out-progress">
      <progress class="progress-bar" max={100} value={percent} aria-label="Finding the push-out" />
      <span class="figure">{percent} %</span>
      <button type="button" class="button small" data-testid="push-out-cancel" onClick={() => app.separation.stop()}>
        Cancel
      </button>
    </div>
  );
}

interface FoundProps {
  readonly app: App;
  readonly units: ShownUnit;
  readonly found: Extract<App['store']['separation']['value']['pushOut'], { kind: 'done' }>;
}

function Found({ app: { store }, units, found: { input, result, milliseconds } }: FoundProps): JSX.Element {
  const { overlap, pushOut, lower, lowerUnknown, upper, localRadius, verified, isClosedA, isClosedB, tests } = result;
  const length = (value: number): string => withLengthSign(formatNumber(shownLength(units, value), lengthDigits), units);
  const open = [isClosedA ? null : 'A', isClosedB ? null : 'B'].filter((name) => name !== null);
  return (
    <>
      <dl class="separation-facts" data-testid="push-out-facts">
        {overlap ? (
          <>
            <LabelledValue label={lengthLabel('Push-out', units)} value={vectorText(shownVector(units, pushOut))} />
            <LabelledValue label="Length" value={`${length(upper)}${verified ? ', verified' : ', not verified'}`} />
            <LabelledValue label="Shortest within" value={localRadius === null ? 'not proven' : length(localRadius)} />
            <LabelledValue label="No shorter than" value={length(lower)} />
          </>
        ) : (
          <LabelledValue label="Result" value="The meshes do not overlap" />
        )}
        <LabelledValue label="Cost" value={`${tests} tests, ${formatMilliseconds(milliseconds)}`} />
      </dl>
      {lowerUnknown !== null && (
        <p class="quiet" data-testid="push-out-lower">
          No lower bound: {noLowerBoundReasons[lowerUnknown]}.
        </p>
      )}
      {open.length > 0 && <p class="quiet">{open.join(' and ')} open: only the surface counts, not the inside.</p>}
      {input !== store.scene.value.movingMesh && <p class="quiet">For an earlier pose.</p>}
    </>
  );
}

function Verified({ app: { store } }: { app: App }): JSX.Element | null {
  const { verified } = store.separation.value;
  if (verified.kind === 'none') return null;
  if (verified.kind === 'failed')
    return (
      <p class="error-text" role="alert">
        {formatError(verified.problem)}
      </p>
    );
  if (verified.kind === 'running') return <p role="status">Verifying…</p>;
  if (verified.input !== store.scene.value.movingMesh) return null;
  return (
    <p role="status" class={verified.overlap ? 'warning-text' : 'good-text'} data-testid="push-out-verified">
      {verified.overlap ? 'Verified: the meshes overlap in this pose.' : 'Verified: the meshes do not overlap in this pose.'}
    </p>
  );
}
