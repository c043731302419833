import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { placeOptions, type PlaceOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { hiddenKey, type PageDocument } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { formatMany } from '../../text/format-number.ts';
import { Select } from '../../widgets/select.tsx';
import { OptionField } from '../option-field.tsx';

type Names = readonly (keyof PlaceOptions)[];

/** The options that matter for an arrangement. */
function namesOf({ arrange, set, motion }: PlaceOptions): Names {
  const tags: Names = ['set', 'layer', 'mask'];
  if (arrange === 'parts') return ['arrange', ...tags];
  const of: Names = arrange === 'scatter' ? ['count', 'seed', 'turn'] : ['count', 'seed', 'spacing', 'turn'];
  const moves: Names = set === 'static' ? [] : motion === 'none' ? ['motion'] : ['motion', motion === 'orbit' ? 'degrees' : 'stride'];
  return ['arrange', ...of, ...tags, ...moves];
}

interface PlaceFormProps {
  readonly app: App;
  /** Kept by the panel: the form is not shown all the time. */
  readonly options: PlaceOptions;
  readonly setOptions: (options: PlaceOptions) => void;
}

/** Places instances of open meshes as a scene. */
export function PlaceForm({ app, options, setOptions }: PlaceFormProps): JSX.Element {
  const { store } = app;
  const [surface, setSurface] = useState<DocumentId | null>(null);
  const [isRunning, setRunning] = useState(false);
  const ground = options.arrange === 'scatter' ? surfaceOf(store, surface) : null;
  const meshes = placeable(store, options.arrange === 'parts').filter(({ summary }) => summary.id !== ground);
  const problem = whyNot(options, meshes, ground);
  const place = async (): Promise<void> => {
    setRunning(true);
    await app.projects.place(
      meshes.map(({ summary }) => summary.id),
      ground,
      options,
    );
    setRunning(false);
  };
  return (
    // No form: Enter in a field takes its number, and places nothing.
    <div class="place-form" role="group" aria-label="Place instances" data-testid="place-form">
      <p class="quiet" data-testid="place-meshes">
        {meshes.length === 0 ? 'Open a mesh to place instances of it.' : `Places ${meshes.map(({ summary }) => summary.name).join(', ')}.`}
      </p>
      {namesOf(options).map((name) => (
        <span key={name} class="scene-option">
          <OptionField
            option={placeOptions[name]}
            name={`place-${name}`}
            value={options[name]}
            onChange={(value) => setOptions({ ...options, [name]: value } as PlaceOptions)}
          />
        </span>
      ))}
      {options.arrange === 'scatter' && (
        <span class="scene-option">
          <span class="label">Surface</span>
          <Select
            label="Surface"
            value={String(ground ?? '')}
            choices={withMesh(store).map(({ summary }) => ({
              value: String(summary.id),
              title: summary.name,
              meaning: `Instances are placed on ${summary.name}, which becomes a static instance`,
            }))}
            testId="place-surface"
            onChange={(value) => setSurface(Number(value))}
          />
        </span>
      )}
      <button
        type="button"
        class="button small primary"
        data-testid="place"
        onClick={() => void place()}
        disabled={problem !== null || isRunning}
        title={problem ?? undefined}
      >
        Place
      </button>
      {problem !== null && <span class="quiet">{problem}</span>}
    </div>
  );
}

function withMesh(store: Store): readonly PageDocument[] {
  return store.documents.value.filter(({ mesh }) => mesh !== null && mesh.bounds !== null);
}

/** The visible meshes and those of the open scene; for parts the active mesh alone. */
function placeable(store: Store, isActiveAlone: boolean): readonly PageDocument[] {
  const { hidden, instances, activeDocument } = store.scene.value;
  return withMesh(store).filter(({ summary: { id } }) =>
    isActiveAlone ? id === activeDocument : !hidden.has(hiddenKey(id)) || instances?.documents.includes(id) === true,
  );
}

/** The chosen surface; by default the last mesh. */
function surfaceOf(store: Store, chosen: DocumentId | null): DocumentId | null {
  const all = withMesh(store).map(({ summary }) => summary.id);
  return chosen !== null && all.includes(chosen) ? chosen : (all.at(-1) ?? null);
}

function whyNot({ arrange }: PlaceOptions, meshes: readonly PageDocument[], ground: DocumentId | null): string | null {
  if (arrange === 'scatter' && (ground === null || meshes.length === 0)) return 'Open two meshes: one to place, and one as the surface.';
  if (meshes.length === 0) return 'Open a mesh first.';
  const parts = meshes[0]!.mesh!.mesh.parts.length;
  if (arrange === 'parts' && parts < 2) return `${meshes[0]!.summary.name} has ${formatMany(parts, 'part')}.`;
  return null;
}
