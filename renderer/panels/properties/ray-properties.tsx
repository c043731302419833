import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { rayOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { changeRay, changeRayOptions, previewRay, revertPreview } from '../../commands/actions.ts';
import type { RayInput, RayOutcome } from '../../state/store/records.ts';
import { formatCount } from '../../text/format-number.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { Facts } from './facts.tsx';
import { LengthField } from './length-field.tsx';
import { QueriedMeshNote } from './own-space-note.tsx';
import { QueriedField } from './queried-field.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorField } from './vector-field.tsx';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { LengthText } from './length-text.tsx';

const noRay: Pick<RayInput, 'origin' | 'direction' | 'far'> = { origin: [0, 0, 0], direction: [0, 0, -1], far: Infinity };

/** The ray as editable numbers, and its cost. The first value set creates the ray. */
export function RayProperties({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const ray = store.scene.value.ray;
  const { origin, direction, far } = ray ?? noRay;
  const lengths = lengthsOf(store, ray?.document ?? store.scene.value.activeDocument);
  const outcome = store.ray.value;
  const problem = store.rayProblem.value;
  const revert = (): void => revertPreview(store);
  return (
    <>
      <QueriedMeshNote store={store} document={ray?.document ?? null} />
      <VectorField
        label="Origin"
        lengths={lengths}
        values={origin}
        testId="ray-origin"
        onPreview={(values) => previewRay(store, { origin: values })}
        onCommit={(title, values) => changeRay(store, title, { origin: values })}
        onRevert={revert}
      />
      <VectorField
        label="Direction"
        values={direction}
        isDirection
        step={0.01}
        testId="ray-direction"
        onPreview={(values) => previewRay(store, { direction: values })}
        onCommit={(title, values) => changeRay(store, title, { direction: values })}
        onRevert={revert}
      />
      <LengthField
        label="Max dist."
        {...lengths}
        meaning="Max distance of a hit; ∞ for no limit"
        value={far}
        infinite
        testId="ray-far"
        onPreview={(value) => previewRay(store, { far: value })}
        onCommit={(title, value) => changeRay(store, title, { far: value })}
        onRevert={revert}
      />
      {ray === null ? (
        <p class="quiet">Click in the view to cast a ray from the camera, or type its values.</p>
      ) : (
        <RayOptionFields store={store} ray={ray} />
      )}
      <QueriedField store={store} />
      {problem !== null && (
        <div class="callout" role="alert">
          {formatError(problem)}
        </div>
      )}
      {outcome !== null && <RayFacts outcome={outcome} lengths={lengths} />}
      {ray !== null && (
        <div class="button-row">
          <CopyCommandButton app={app} subject="ray" />
        </div>
      )}
    </>
  );
}

const modes = Object.entries(rayOptions.mode.choices).map(([value, choice]) => ({
  value: value as keyof typeof rayOptions.mode.choices,
  ...choice,
}));

/** Which hits are wanted, and of which side of the triangles. */
function RayOptionFields({ store, ray: { options } }: { store: App['store']; ray: RayInput }): JSX.Element {
  return (
    <>
      <div class="setting" title={rayOptions.mode.meaning}>
        <span class="label">{rayOptions.mode.title}</span>
        <Segmented
          label={rayOptions.mode.title}
          value={options.mode}
          choices={modes}
          onChange={(mode) => changeRayOptions(store, `Hits: ${rayOptions.mode.choices[mode].title.toLowerCase()}`, { mode })}
        />
      </div>
      <div class="setting">
        <span class="label">Sides</span>
        <Segmented
          label="Sides"
          value={options.cull ? 'front' : 'both'}
          choices={[
            { value: 'both', title: 'Both', meaning: 'Hit triangles from either side' },
            { value: 'front', title: rayOptions.cull.title, meaning: rayOptions.cull.meaning },
          ]}
          onChange={(sides) =>
            changeRayOptions(store, sides === 'front' ? rayOptions.cull.title : 'Both sides', { cull: sides === 'front' })
          }
        />
      </div>
    </>
  );
}

/** The hits and the cost of a ray. */
export function RayFacts({ outcome: { result }, lengths }: { outcome: RayOutcome; lengths: ShownLengths }): JSX.Element {
  const { hits, stats } = result;
  return (
    <Facts
      two
      facts={[
        ['Hits', formatCount(hits.length)],
        [
          lengthLabel('First hit', lengths.units),
          hits[0] === undefined ? 'none' : <LengthText value={hits[0].distance} lengths={lengths} />,
        ],
        ['Nodes', `${formatCount(stats.nodesVisited)} visited`],
        ['Triangles', `${formatCount(stats.trianglesTested)} tested`],
      ]}
    />
  );
}
