import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { sphereOptions, type SphereOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { changeSphere, changeSphereOptions, previewSphere, revertPreview } from '../../commands/actions.ts';
import { runCommand } from '../../commands/keymap.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import type { SphereInput } from '../../state/store/records.ts';
import type { NearestSurface } from '../../state/sphere/nearest-surface.ts';
import type { SphereOutcome } from '../../state/sphere/sphere-query.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { OptionField } from '../option-field.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { Facts, type Fact } from './facts.tsx';
import { LengthField } from './length-field.tsx';
import { QueriedMeshNote } from './own-space-note.tsx';
import { QueriedField } from './queried-field.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorField } from './vector-field.tsx';
import { applyPushOutText, PushOutFacts } from './push-out-facts.tsx';
import { LengthText } from './length-text.tsx';

const noSphere: Pick<SphereInput, 'center' | 'radius'> = { center: [0, 0, 0], radius: 1 };

/** The sphere as editable numbers, the triangles it overlaps, and the push-out. The first value set creates the sphere. */
export function SphereProperties({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { sphere } = store.scene.value;
  const { center, radius } = sphere ?? noSphere;
  const lengths = lengthsOf(store, sphere?.document ?? store.scene.value.activeDocument);
  const outcome = store.sphere.value;
  const problem = store.sphereProblem.value;
  const revert = (): void => revertPreview(store);
  return (
    <>
      <QueriedMeshNote store={store} document={sphere?.document ?? null} />
      <VectorField
        label="Centre"
        lengths={lengths}
        values={center}
        testId="sphere-center"
        onPreview={(values) => previewSphere(store, { center: values })}
        onCommit={(title, values) => changeSphere(store, title, { center: values })}
        onRevert={revert}
      />
      <LengthField
        label="Radius"
        {...lengths}
        meaning="0 makes it a point"
        value={radius}
        testId="sphere-radius"
        onPreview={(value) => previewSphere(store, { radius: value })}
        onCommit={(title, value) => changeSphere(store, title, { radius: value })}
        onRevert={revert}
      />
      {sphere === null ? (
        <p class="quiet">Click in the view to place a sphere on the surface, or type its values.</p>
      ) : (
        <Options app={app} options={sphere.options} />
      )}
      <QueriedField store={store} />
      {problem !== null && (
        <div class="callout" role="alert">
          {formatError(problem)}
        </div>
      )}
      {outcome !== null && (
        <Facts
          two
          facts={[
            ['Overlaps', <span data-testid="touch-count">{formatCount(outcome.triangles.length)}</span>],
            [
              { figure: 'Centre inside', text: 'Centre' },
              <CentreFact outcome={outcome} isClosed={store.closedMeshes.value.get(outcome.mesh)} />,
            ],
            ...(outcome.nearest === null ? [] : nearestFacts(outcome.nearest, lengths)),
          ]}
        />
      )}
      {outcome !== null && outcome.triangles.length > 0 && <SpherePushOut app={app} lengths={lengths} touches={outcome.triangles.length} />}
      {sphere !== null && (
        <div class="button-row">
          <CopyCommandButton app={app} subject="sphere" />
        </div>
      )}
    </>
  );
}

/** Returns the distance from the centre to the surface, and how many nodes the previous result saves. */
export function nearestFacts({ triangle, distance, nodesVisited, cachedVisited }: NearestSurface, lengths: ShownLengths): readonly Fact[] {
  const meaning = 'Nodes visited to find the nearest triangle, starting from the previous one and from scratch. The result is the same';
  return [
    [
      lengthLabel('Nearest', lengths.units),
      <span title={`Triangle ${formatCount(triangle)}`}>
        <LengthText value={distance} lengths={lengths} />
      </span>,
    ],
    [
      'Hit cache',
      <span title={meaning} data-testid="hit-cache">
        {cachedVisited === null ? formatMany(nodesVisited, 'node') : `${formatCount(cachedVisited)} of ${formatMany(nodesVisited, 'node')}`}
      </span>,
    ],
  ];
}

/** Only a closed mesh has an inside. */
function CentreFact({ outcome: { isCenterInside }, isClosed }: { outcome: SphereOutcome; isClosed: boolean | undefined }): JSX.Element {
  if (isCenterInside !== null) return <>{isCenterInside ? 'inside' : 'outside'}</>;
  if (isClosed === undefined) return <>unknown</>;
  return <span title="The mesh is open, so it has no inside">open mesh</span>;
}

/** The method, and the other options that it uses. */
function Options({ app: { store }, options }: { app: App; options: SphereOptions }): JSX.Element {
  const names = ['method', options.method === 'closest' ? 'steps' : 'edgePercent'] as const;
  return (
    <>
      {names.map((name) => (
        <div key={name} class="setting" title={sphereOptions[name].meaning}>
          <OptionField
            option={sphereOptions[name]}
            name={name}
            value={options[name]}
            onChange={(value) => changeSphereOptions(store, `${sphereOptions[name].title}: ${String(value)}`, { [name]: value })}
          />
        </div>
      ))}
    </>
  );
}

function SpherePushOut({ app, lengths, touches }: { app: App; lengths: ShownLengths; touches: number }): JSX.Element {
  const pushed = app.store.pushOut.value;
  if (pushed === null) return <p class="quiet">The push-out appears when the sphere stops moving.</p>;
  return (
    <PushOutFacts
      result={pushed.result}
      lengths={lengths}
      touches={touches}
      advice="Try another method or a smaller radius."
      testId="push-out"
    >
      <button type="button" class="button" title={commandTip('pushOut')} data-command="pushOut" onClick={() => runCommand(app, 'pushOut')}>
        {applyPushOutText(pushed.result)}
      </button>
    </PushOutFacts>
  );
}
