import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatError } from '#core/error';
import { filterOptions, type FilterOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { cancelHull, setProbeFilter, takeHullOf } from '../../commands/probe-actions.ts';
import { filterOf, takesParts, takesSides } from '../../state/probe/probe-filter.ts';
import type { ProbeInput } from '../../state/probe/probe.ts';
import type { Store } from '../../state/store/store.ts';
import { formatPercent } from '../../text/format-number.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { Select } from '../../widgets/select.tsx';

const sides = Object.entries(filterOptions.sides.choices).map(([value, { title, meaning }]) => ({
  value: value as FilterOptions['sides'],
  title,
  meaning,
}));

/** Which triangles the probe considers, and for a hull the mesh that it is taken from. */
export function ProbeSources({ app: { store }, probe }: { app: App; probe: ProbeInput }): JSX.Element {
  return (
    <>
      {probe.shape.kind === 'hull' && <HullSource store={store} />}
      {takesParts(probe.shape) && (
        <PartsField parts={filterOf(probe).parts} onCommit={(parts) => setProbeFilter(store, 'Probe parts', { parts })} />
      )}
      {takesSides(probe.shape) && (
        <div class="setting" data-testid="probe-sides">
          <span class="label">{filterOptions.sides.title}</span>
          <Segmented
            label={filterOptions.sides.title}
            value={filterOf(probe).sides}
            choices={sides}
            onChange={(side) => setProbeFilter(store, `Probe sides: ${side}`, { sides: side })}
          />
        </div>
      )}
    </>
  );
}

/** The choice of a mesh, the hull of which becomes the probe, and the progress of that. */
function HullSource({ store }: { store: Store }): JSX.Element {
  const documents = store.shown.value.filter(({ mesh }) => mesh !== null);
  const hull = store.probeHull.value;
  return (
    <>
      <div class="setting">
        <span class="label">Take from</span>
        <Select
          label="Mesh whose hull is taken"
          value=""
          choices={[
            { value: '', title: 'Choose a mesh', meaning: 'Replaces the points by the convex hull of a mesh' },
            ...documents.map(({ summary: { id, name } }) => ({
              value: String(id),
              title: name,
              meaning: 'The convex hull of this mesh',
            })),
          ]}
          testId="probe-hull-of"
          onChange={(chosen) => {
            if (chosen !== '') takeHullOf(store, Number(chosen));
          }}
        />
      </div>
      {hull.kind === 'running' && (
        <div class="setting">
          <span class="label">Hull</span>
          <span class="hull-running">
            <span class="quiet" role="status">
              Computing, {formatPercent(hull.fraction)} %
            </span>
            <button type="button" class="button small" onClick={() => cancelHull(store)}>
              Cancel
            </button>
          </span>
        </div>
      )}
      {hull.kind === 'failed' && (
        <p class="error-text" role="alert" data-testid="probe-hull-problem">
          {formatError(hull.problem)}
        </p>
      )}
    </>
  );
}

interface PartsFieldProps {
  readonly parts: string;
  readonly onCommit: (parts: string) => void;
}

/** Names of parts; Enter or leaving the field sets them, Escape discards what was typed. */
function PartsField({ parts, onCommit }: PartsFieldProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null && typed.trim() !== parts) onCommit(typed.trim());
    setTyped(null);
  };
  return (
    <label class="setting parts-field" title={filterOptions.parts.meaning}>
      <span class="label">{filterOptions.parts.title}</span>
      <input
        type="text"
        placeholder={filterOptions.parts.placeholder}
        data-testid="probe-parts"
        spellcheck={false}
        maxLength={1000}
        value={typed ?? parts}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
    </label>
  );
}
