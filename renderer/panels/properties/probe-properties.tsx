import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { whyNoPin } from '../../commands/pin-actions.ts';
import { copyProbe, whyNoText } from '../../commands/probe-lines.ts';
import { applyProbePushOut, blankProbe, chooseProbeKind, setProbeFollows } from '../../commands/probe-actions.ts';
import { type ProbeKind, probeKinds, probeSpecs } from '../../state/probe/probe-shapes.ts';
import type { ProbeInput } from '../../state/probe/probe.ts';
import type { Store } from '../../state/store/store.ts';
import type { ProbeOutcome } from '../../state/probe/probe-query.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { Select } from '../../widgets/select.tsx';
import { ProbeFields } from '../probe/probe-fields.tsx';
import { ProbeSources } from '../probe/probe-sources.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { SweptShapeFacts } from '../probe/swept-shape-facts.tsx';
import { PinnedProbes } from '../probe/pinned-probes.tsx';
import { SliceFacts } from '../probe/slice-facts.tsx';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts, type Fact } from './facts.tsx';
import { LengthText } from './length-text.tsx';
import { QueriedMeshNote } from './own-space-note.tsx';
import { applyPushOutText, PushOutFacts } from './push-out-facts.tsx';
import { QueriedField } from './queried-field.tsx';
import { lengthsOf, type SceneLengths } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

const shapeChoices = probeKinds.map((value) => ({ value, title: probeSpecs[value].title, meaning: probeSpecs[value].meaning }));

const followChoices = [
  { value: 'on', title: 'On', meaning: 'The probe is where the pointer is on a surface; a click places it.' },
  { value: 'off', title: 'Off', meaning: 'The probe stays; a click places it again.' },
] as const;

/** The probe: its shape, its numbers, and what it found. The first number set makes a probe in the middle of the mesh. */
export function ProbeProperties({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { probe } = store.scene.value;
  const shown = store.shownProbe.value ?? blankProbe(store);
  const lengths = lengthsOf(store, shown?.document ?? null);
  const problem = store.probeProblem.value;
  const outcome = store.probe.value;
  return (
    <>
      <QueriedMeshNote store={store} document={store.scene.value.probe?.document ?? null} />
      <div class="setting">
        <span class="label">Shape</span>
        <Select
          label="Shape"
          value={store.scene.value.probe?.shape.kind ?? store.probeKind.value}
          choices={shapeChoices}
          testId="probe-shape"
          onChange={(kind) => chooseProbeKind(store, kind as ProbeKind)}
        />
      </div>
      {shown !== null && <ProbeFields store={store} shape={shown.shape} lengths={lengths} />}
      {shown !== null && <ProbeSources app={app} probe={shown} />}
      <div class="setting follow" title={commandTip('probeFollow')} data-testid="probe-follow">
        <span class="label">Follow pointer</span>
        <Segmented
          label="Follow pointer"
          value={store.probeFollows.value ? 'on' : 'off'}
          choices={followChoices}
          onChange={(value) => setProbeFollows(store, value === 'on')}
        />
      </div>
      <QueriedField store={store} />
      {store.shownProbe.value === null && <p class="quiet">Point at a surface to try the shape. Click to place it, or type its numbers.</p>}
      {store.probeWaits.value && (
        <p class="quiet" role="status" data-testid="probe-waits">
          Preparing the winding numbers of this mesh…
        </p>
      )}
      {problem !== null && (
        <div class="callout" role="alert" data-testid="probe-problem">
          {formatError(problem)}
        </div>
      )}
      {shown?.shape.kind === 'slice' && <SliceFacts slice={store.slice.value} value={store.sliceValue.value} lengths={lengths} />}
      {outcome !== null && outcome.input.shape.kind !== 'slice' && <ProbeFacts outcome={outcome} lengths={lengths} />}
      {outcome !== null && <ProbePushOut store={store} touches={outcome.triangles.length} lengths={lengths} />}
      {probe !== null && <ProbeButtons app={app} probe={probe} />}
      <PinnedProbes app={app} />
    </>
  );
}

function ProbePushOut({ store, touches, lengths }: { store: Store; touches: number; lengths: SceneLengths }): JSX.Element | null {
  const pushed = store.probePushOut.value;
  if (pushed === null) return null;
  const { result } = pushed;
  return (
    <PushOutFacts result={result} lengths={lengths} touches={touches} advice="Try a smaller shape." testId="probe-push-out">
      <button
        type="button"
        class="button"
        title="Moves the probe by the push-out"
        data-testid="apply-probe-push-out"
        onClick={() => applyProbePushOut(store)}
      >
        {applyPushOutText(result)}
      </button>
    </PushOutFacts>
  );
}

function ProbeButtons({ app, probe }: { app: App; probe: ProbeInput }): JSX.Element {
  const isSlice = probe.shape.kind === 'slice';
  const whyNot = whyNoPin(app);
  return (
    <div class="button-row">
      <button
        type="button"
        class="button small"
        disabled={whyNot !== null}
        title={whyNot ?? commandTip('pinProbe')}
        data-command="pinProbe"
        onClick={() => runCommand(app, 'pinProbe')}
      >
        Pin
      </button>
      <CopyCommandButton app={app} subject="probe" whyNot={isSlice ? whyNoText(probe, 'command line') : null} />
      <button
        type="button"
        class="button small"
        disabled={isSlice}
        title={isSlice ? whyNoText(probe, 'code') : 'Copy a program for the library that runs this probe'}
        data-testid="copy-code-probe"
        onClick={() => copyProbe(app, probe, 'code')}
      >
        Copy code
      </button>
      <button
        type="button"
        class="button small"
        title={commandTip('removeProbe')}
        data-command="removeProbe"
        onClick={() => runCommand(app, 'removeProbe')}
      >
        Remove
      </button>
    </div>
  );
}

export function ProbeFacts({ outcome, lengths }: { outcome: ProbeOutcome; lengths: SceneLengths }): JSX.Element {
  const { inside, polygon, stats, sweep, triangles } = outcome;
  if (sweep !== null) return <SweptShapeFacts sweep={sweep} lengths={lengths} />;
  if (polygon !== null) return <PolygonFacts polygon={polygon} lengths={lengths} />;
  const facts: Fact[] = [];
  if (inside !== null) {
    const { result, signedDistance } = inside;
    facts.push(
      [{ figure: 'Inside', text: 'Point' }, <span data-testid="probe-inside">{insideText(result.inside)}</span>],
      ['Winding number', result.winding === null ? 'none' : <span data-testid="probe-winding">{formatNumber(result.winding, 6)}</span>],
      ['Winding error', result.windingError === null ? 'none' : formatNumber(result.windingError, 2)],
      [
        lengthLabel('Signed distance', lengths.units),
        signedDistance === null ? (
          'unknown'
        ) : (
          <span data-testid="probe-signed">
            <LengthText value={signedDistance} lengths={lengths} />
          </span>
        ),
      ],
    );
  } else {
    facts.push([{ figure: 'Probed triangles', text: 'Found' }, <span data-testid="probe-found">{formatCount(triangles.length)}</span>]);
  }
  if (stats !== null) {
    facts.push(['Nodes', `${formatCount(stats.nodesVisited)} visited`], ['Triangles', `${formatCount(stats.trianglesTested)} tested`]);
  }
  return <Facts two facts={facts} />;
}

function insideText(inside: NonNullable<ProbeOutcome['inside']>['result']['inside']): string {
  return inside === null ? 'unknown' : inside === 'on' ? 'on the surface' : inside ? 'inside' : 'outside';
}

function PolygonFacts({ polygon, lengths }: { polygon: NonNullable<ProbeOutcome['polygon']>; lengths: SceneLengths }): JSX.Element {
  const { plane, point, inside, insideByAngles } = polygon;
  if (plane === null) return <p class="quiet">The polygon has no area, so it has no plane.</p>;
  const text = (is: boolean | null): string => (is === null ? 'none' : is ? 'inside' : 'outside');
  return (
    <>
      <VectorRow label="Normal" values={plane.normal} />
      {point === null ? (
        <p class="quiet" data-testid="probe-inside">
          The segment does not cross the plane.
        </p>
      ) : (
        <VectorRow label="Position" lengths={lengths} values={point} />
      )}
      {point !== null && (
        <Facts
          facts={[
            [{ figure: 'Inside', text: 'Point' }, <span data-testid="probe-inside">{text(inside)}</span>],
            ['Sum of angles', text(insideByAngles)],
          ]}
        />
      )}
    </>
  );
}
