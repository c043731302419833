import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { rayOptions } from '#core/options/ray-options';
import type { App } from '../../commands/app.ts';
import { changeRay, changeRayOptions, previewRay } from '../../commands/actions.ts';
import type { RayInput } from '../../state/records.ts';
import { formatCount, formatNumber } from '../../ui/format-number.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { lengthLabel } from '../../ui/length-label.ts';
import { Facts } from './facts.tsx';

const axes = ['X', 'Y', 'Z'] as const;
const noRay: Pick<RayInput, 'origin' | 'direction' | 'far'> = { origin: [0, 0, 0], direction: [0, 0, -1], far: Infinity };

/** The ray as numbers that can be typed, and what it cost. The first number that is set makes the ray. */
export function RayProperties({ app: { store } }: { app: App }): JSX.Element {
  const ray = store.scene.value.ray;
  const { origin, direction, far } = ray ?? noRay;
  const units = store.activeDocument.value?.summary.mesh?.units ?? null;
  const outcome = store.ray.value;
  const problem = store.rayProblem.value;
  const modes = Object.entries(rayOptions.mode.choices).map(([value, choice]) => ({ value: value as keyof typeof rayOptions.mode.choices, ...choice }));
  const vector = (name: 'origin' | 'direction', title: string, values: Vec3): JSX.Element => (
    <div class="setting">
      <span class="label">{name === 'origin' ? lengthLabel(title, units) : title}</span>
      <span class="triple-fields">
        {axes.map((axis, i) => (
          <NumberField
            key={axis}
            label={`${title} ${axis}`}
            grip={axis}
            value={values[i]!}
            digits={name === 'direction' ? 3 : 5}
            step={name === 'direction' ? 0.01 : undefined}
            testId={`ray-${name}-${axis.toLowerCase()}`}
            onPreview={(value) => previewRay(store, { [name]: withComponent(values, i, value) })}
            onCommit={(value) => changeRay(store, `${title} ${axis} ${formatNumber(value)}`, { [name]: withComponent(values, i, value) })}
            onRevert={() => store.history.revert()}
          />
        ))}
      </span>
    </div>
  );
  return (
    <>
      {vector('origin', 'Origin', origin)}
      {vector('direction', 'Direction', direction)}
      <div class="setting">
        <span class="label">{lengthLabel('Far end', units)}</span>
        <span class="half">
          <NumberField
            label="Far end"
            meaning="How far the ray goes; ∞ has no end. With an end it is a segment."
            value={far}
            least={0}
            infinite
            initial={Infinity}
            testId="ray-far"
            onPreview={(value) => previewRay(store, { far: value })}
            onCommit={(value) => changeRay(store, `Far end ${formatNumber(value)}`, { far: value })}
            onRevert={() => store.history.revert()}
          />
        </span>
      </div>
      {ray === null ? (
        <p class="quiet">Click in the view to fire a ray from the camera, or type one.</p>
      ) : (
        <>
          <div class="setting" title={rayOptions.mode.meaning}>
            <span class="label">{rayOptions.mode.title}</span>
            <Segmented
              label={rayOptions.mode.title}
              value={ray.options.mode}
              choices={modes}
              onChange={(mode) => changeRayOptions(store, `Hits: ${rayOptions.mode.choices[mode].title.toLowerCase()}`, { mode })}
            />
          </div>
          <div class="setting">
            <span class="label">Sides</span>
            <Segmented
              label="Sides"
              value={ray.options.cull ? 'front' : 'both'}
              choices={[
                { value: 'both', title: 'Both', meaning: 'Triangles are hit from either side.' },
                { value: 'front', title: rayOptions.cull.title, meaning: rayOptions.cull.meaning },
              ]}
              onChange={(sides) => changeRayOptions(store, sides === 'front' ? 'Front only' : 'Both sides', { cull: sides === 'front' })}
            />
          </div>
        </>
      )}
      {problem !== null && <div class="callout" role="alert">{formatError(problem)}</div>}
      {outcome !== null && (
        <Facts
          two
          facts={[
            ['Hits', formatCount(outcome.answer.hits.length)],
            ['First at', outcome.answer.hits[0] === undefined ? 'none' : formatNumber(outcome.answer.hits[0].distance, 5)],
            ['Boxes', `${formatCount(outcome.answer.stats.nodesVisited)} tested`],
            ['Triangles', `${formatCount(outcome.answer.stats.trianglesTested)} tested`],
          ]}
        />
      )}
    </>
  );
}

function withComponent(values: Vec3, axis: number, value: number): Vec3 {
  return [axis === 0 ? value : values[0], axis === 1 ? value : values[1], axis === 2 ? value : values[2]];
}
