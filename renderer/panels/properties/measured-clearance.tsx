import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { partName } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { clearanceLine } from '../../commands/pair-lines.ts';
import { runCommand } from '../../commands/keymap.ts';
import { measurePair, setClearance, sidesOfSelection } from '../../commands/measure-actions.ts';
import { copyText } from '../../host/copy-text.ts';
import { shownClearance } from '../../state/measure/clearance.ts';
import type { Clearance, ClearanceSide } from '../../state/measure/measure-kinds.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import type { Store } from '../../state/store/store.ts';
import { formatCount, formatMilliseconds, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { Facts } from './facts.tsx';
import { MeasurePrompt } from './measure-prompt.tsx';
import { MeasureFigure } from './measure-figure.tsx';
import { ShowTriangle } from './show-triangle.tsx';
import { LengthText } from './length-text.tsx';
import { worldLengths } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

const ordinals = ['First', 'Second'] as const;

/** The two chosen parts and their smallest distance. */
export function MeasuredClearance({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const sides = store.scene.value.clearance;
  const state = store.clearance.value;
  const clearance = shownClearance(state);
  return (
    <>
      <MeasurePrompt store={store} />
      <Chooser app={app} />
      <Facts facts={sides.map((side, i) => [{ figure: 'Measured surface', text: ordinals[i]! }, nameOf(store, side)])} />
      {state.kind === 'running' && (
        <p class="quiet" role="status" data-testid="clearance-running">
          Measuring
          <progress class="progress-bar" max={100} value={Math.floor(100 * state.fraction)} aria-label="Measuring the clearance" />
        </p>
      )}
      {state.kind === 'none' && sides.length === 2 && (
        <p class="warning-text" role="status" data-testid="clearance-none">
          {whyNone(store, sides)}
        </p>
      )}
      {state.kind === 'failed' && <p class="warning-text">{formatError(state.problem)}</p>}
      {clearance !== null && sides.length === 2 && <ClearanceResult app={app} sides={sides} clearance={clearance} />}
      {sides.length > 0 && (
        <div class="button-row">
          {clearance !== null && (
            <>
              <button type="button" class="button" onClick={() => void copyText(textOf(store, sides, clearance))}>
                Copy
              </button>
              <CopyCommandButton
                app={app}
                subject="clearance"
                whyNot={clearanceLine(store) === null ? 'The command line measures the distance of two whole meshes, not of parts' : null}
              />
            </>
          )}
          <button type="button" class="button" title={commandTip('clearClearance')} onClick={() => runCommand(app, 'clearClearance')}>
            {state.kind === 'running' ? 'Cancel' : 'Clear'}
          </button>
        </div>
      )}
    </>
  );
}

/** Why nothing is measured between two chosen surfaces. */
function whyNone(store: Store, sides: readonly ClearanceSide[]): string {
  const missing = sides.find(({ document, part }) => {
    const mesh = store.shown.value.find(({ summary }) => summary.id === document)?.mesh?.mesh;
    return mesh === undefined || (part !== null && mesh.parts[part] === undefined);
  });
  return missing === undefined
    ? 'The measurement was stopped. Clear it and choose the parts again.'
    : `${nameOf(store, missing)} is no longer open, or has no such part. Choose another part.`;
}

interface ResultProps {
  readonly app: App;
  readonly sides: readonly ClearanceSide[];
  readonly clearance: Clearance;
}

function ClearanceResult({ app: { store }, sides, clearance }: ResultProps): JSX.Element {
  const { distance, points, triangles, milliseconds } = clearance;
  const lengths = worldLengths(store);
  return (
    <>
      <MeasureFigure label={lengthLabel('Clearance', lengths.units)} testId="clearance">
        <LengthText value={distance} lengths={lengths} />
      </MeasureFigure>
      {distance === 0 && <p class="quiet">The surfaces intersect or touch.</p>}
      {points.map((point, i) => (
        <VectorRow key={i} label={{ figure: 'Nearest point', text: ordinals[i]! }} lengths={lengths} values={point} />
      ))}
      {distance > 0 && (
        <VectorRow
          label="Difference"
          lengths={lengths}
          values={[points[1][0] - points[0][0], points[1][1] - points[0][1], points[1][2] - points[0][2]]}
        />
      )}
      <div class="button-row" data-testid="clearance-triangles">
        {triangles.map((triangle, i) => (
          <ShowTriangle
            key={i}
            store={store}
            document={sides[i]!.document}
            triangle={triangle}
            label={`Triangle ${formatCount(triangle)}`}
          />
        ))}
      </div>
      <p class="quiet">Measured in {formatMilliseconds(milliseconds)}.</p>
    </>
  );
}

/** Ways to choose parts without the view. */
function Chooser({ app: { store } }: { app: App }): JSX.Element {
  const selected = sidesOfSelection(store);
  return (
    <div class="button-row">
      <button
        type="button"
        class="button"
        data-testid="clearance-selected"
        disabled={selected === null}
        title="Measures the distance of two selected parts. Select them in the list of meshes with Ctrl."
        onClick={() => selected !== null && setClearance(store, 'Measure clearance', selected)}
      >
        Selected parts
      </button>
      <button
        type="button"
        class="button"
        disabled={store.scene.value.movingMesh === null}
        title="Measures the distance of the moving mesh and the fixed mesh, in every pose."
        onClick={() => measurePair(store)}
      >
        Fixed and moving mesh
      </button>
    </div>
  );
}

function nameOf(store: Store, { document, part }: ClearanceSide): string {
  return part === null ? documentLabel(store.documents.value, document) : partName(store, document, part);
}

function textOf(store: Store, sides: readonly ClearanceSide[], { distance, points, triangles }: Clearance): string {
  const rows = [
    ['clearance', distance],
    ...sides.map((side, i) => [`${ordinals[i]!.toLowerCase()}: ${nameOf(store, side)}`, `triangle ${triangles[i]}`, ...points[i]!]),
  ];
  return rows.map((row) => row.map((value) => (typeof value === 'number' ? plainNumber(value) : value)).join('\t')).join('\n');
}
