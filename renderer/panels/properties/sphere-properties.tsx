import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { length } from '#core/math/vec3';
import { sphereOptions, type SphereOptions } from '#core/options/sphere-options';
import type { App } from '../../commands/app.ts';
import { changeSphere, changeSphereOptions, documentOf, previewSphere, revertPreview } from '../../commands/actions.ts';
import { runCommand } from '../../commands/keymap.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import type { SphereInput } from '../../state/store/records.ts';
import type { NearestSurface } from '../../state/sphere/nearest-surface.ts';
import type { SphereOutcome } from '../../state/sphere/sphere-query.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount, formatMany, formatNumber, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/length-label.ts';
import { OptionField } from '../option-field.tsx';
import { Facts } from './facts.tsx';
import { LengthField } from './length-field.tsx';
import { OwnSpaceNote } from './own-space-note.tsx';
import { VectorField } from './vector-field.tsx';
import { VectorRow } from './vector-row.tsx';

const noSphere: Pick<SphereInput, 'center' | 'radius'> = { center: [0, 0, 0], radius: 1 };

/** The sphere as numbers that can be typed, what it touches, and the way out. The first number that is set makes it. */
export function SphereProperties({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { sphere } = store.scene.value;
  const { center, radius } = sphere ?? noSphere;
  const units = unitsOf(store, sphere === null ? store.activeDocument.value : documentOf(store, sphere.document));
  const outcome = store.sphere.value;
  const problem = store.sphereProblem.value;
  const revert = (): void => revertPreview(store);
  return (
    <>
      <OwnSpaceNote store={store} document={sphere?.document ?? null} />
      <VectorField
        label="Centre"
        units={units}
        values={center}
        testId="sphere-center"
        onPreview={(values) => previewSphere(store, { center: values })}
        onCommit={(title, values) => changeSphere(store, title, { center: values })}
        onRevert={revert}
      />
      <LengthField
        label="Radius"
        units={units}
        meaning="0 is a point."
        value={radius}
        testId="sphere-radius"
        onPreview={(value) => previewSphere(store, { radius: value })}
        onCommit={(title, value) => changeSphere(store, title, { radius: value })}
        onRevert={revert}
      />
      {sphere === null ? (
        <p class="quiet">Click in the view to set a sphere on the surface, or type one.</p>
      ) : (
        <Options app={app} options={sphere.options} />
      )}
      {problem !== null && (
        <div class="callout" role="alert">
          {formatError(problem)}
        </div>
      )}
      {outcome !== null && (
        <Facts
          two
          facts={[
            ['Touches', <span data-testid="touch-count">{formatCount(outcome.triangles.length)}</span>],
            ['Centre', <CentreFact outcome={outcome} isClosed={store.closedMeshes.value.get(outcome.mesh)} />],
            ...(outcome.nearest === null ? [] : nearestFacts(outcome.nearest)),
          ]}
        />
      )}
      {outcome !== null && outcome.triangles.length > 0 && <PushOutFacts app={app} units={units} touches={outcome.triangles.length} />}
    </>
  );
}

/** How far the surface is from the centre, and what starting at the last answer saves. */
function nearestFacts({ triangle, distance, nodesVisited, cachedVisited }: NearestSurface): readonly (readonly [string, JSX.Element])[] {
  const meaning = 'Boxes visited to find the nearest triangle from the one of the last place, and from nothing: the answer is the same';
  return [
    ['Nearest', <span title={`Triangle ${formatCount(triangle)}: ${plainNumber(distance)}`}>{formatNumber(distance, 5)}</span>],
    [
      'Hit cache',
      <span title={meaning} data-testid="hit-cache">
        {cachedVisited === null
          ? formatMany(nodesVisited, 'box', 'boxes')
          : `${formatCount(cachedVisited)} of ${formatMany(nodesVisited, 'box', 'boxes')}`}
      </span>,
    ],
  ];
}

/** Only a closed mesh has an inside. */
function CentreFact({ outcome: { isCenterInside }, isClosed }: { outcome: SphereOutcome; isClosed: boolean | undefined }): JSX.Element {
  if (isCenterInside !== null) return <>{isCenterInside ? 'inside' : 'outside'}</>;
  if (isClosed === undefined) return <>unknown</>;
  return <span title="The mesh is open: nothing is inside or outside of it">neither side</span>;
}

/** The method, and those of the other options that it heeds. */
function Options({ app: { store }, options }: { app: App; options: SphereOptions }): JSX.Element {
  const names = ['method', options.method === 'closest' ? 'steps' : 'edgePercent'] as const;
  return (
    <>
      {names.map((name) => (
        <div key={name} class="setting" title={sphereOptions[name].meaning}>
          <span class="label">{sphereOptions[name].title}</span>
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

function PushOutFacts({ app, units, touches }: { app: App; units: string | null; touches: number }): JSX.Element {
  const pushed = app.store.pushOut.value;
  if (pushed === null) return <p class="quiet">The way out is found when the sphere rests.</p>;
  const { isInterrupted, total, steps, left, leftDepth } = pushed.answer;
  const way = length(total);
  return (
    <div class="push-out" data-testid="push-out">
      <VectorRow label={lengthLabel('Way out', units)} values={total} />
      <Facts
        two
        facts={[
          ['Length', <span title={plainNumber(way)}>{formatNumber(way, 5)}</span>],
          ['Steps', formatCount(steps.length)],
          ['Left', left.length === 0 ? 'nothing' : formatCount(left.length)],
          ['Left depth', <span title={plainNumber(leftDepth)}>{formatNumber(leftDepth, 5)}</span>],
        ]}
      />
      {isInterrupted && (
        <p class="quiet">
          Cut after {formatMany(steps.length, 'step')}, since it would keep the page waiting. Apply it to go on from there.
        </p>
      )}
      <button type="button" class="button" title={commandTip('pushOut')} data-command="pushOut" onClick={() => runCommand(app, 'pushOut')}>
        Apply push-out{left.length > 0 && `, which leaves ${formatMany(left.length, 'touch', 'touches')}`}
      </button>
      {left.length > touches && (
        <p class="warning-text" data-testid="push-out-worse">
          That is more than the {formatCount(touches)} now: the way out of some triangles leads into others. Another kind of push-out, or a
          smaller radius, may do better.
        </p>
      )}
    </div>
  );
}
