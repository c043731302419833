import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { Vec3 } from '#core/math';
import { boundsCenter, boundsRadius, type SurfaceMeasures } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { selectedSet } from '../../state/selection/selected-set.ts';
import { selectionLabel } from '../selection-label.ts';
import { copyText } from '../../host/copy-text.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { formatCount, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts } from './facts.tsx';
import { MeasureFigure } from './measure-figure.tsx';
import { OwnSpaceNote } from './own-space-note.tsx';
import { LengthText, MeasureText } from './length-text.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';

/** Size, area and volume of the selection, or of the active document. */
export function MeasuredBounds({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const state = store.selectionBounds.value;
  switch (state.kind) {
    case 'none':
      return <p class="quiet">Open a mesh to measure it.</p>;
    case 'running':
      return (
        <p class="quiet" role="status">
          Measuring
        </p>
      );
    case 'failed':
      return <p class="warning-text">{formatError(state.problem)}</p>;
    case 'done':
      return <BoundsResult app={app} document={state.document} measures={state.measures} />;
  }
}

function BoundsResult({ app: { store }, document, measures }: { app: App; document: DocumentId; measures: SurfaceMeasures }): JSX.Element {
  const { triangles, bounds, area, volume } = measures;
  const lengths = lengthsOf(store, document);
  const { units } = lengths;
  const name = (selectedSet(store) === null ? null : selectionLabel(store)) ?? documentLabel(store.documents.value, document);
  if (bounds === null) return <p class="quiet">{name} has no usable triangle.</p>;
  const { min, max } = bounds;
  const size: Vec3 = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const copied: readonly (readonly [string, ...number[]])[] = [
    ['triangles', triangles],
    ['size', ...size],
    ['centre', ...boundsCenter(bounds)],
    ['min', ...min],
    ['max', ...max],
    ['diagonal', 2 * boundsRadius(bounds)],
    ['area', area],
    ...(volume === null ? [] : [['volume', volume] as const]),
  ];
  return (
    <>
      <Facts
        facts={[
          [{ figure: 'Measured surface', text: 'Of' }, name],
          ['Triangles', formatCount(triangles)],
        ]}
      />
      <VectorRow label="Size" lengths={lengths} values={size} />
      <VectorRow label="Centre" lengths={lengths} values={boundsCenter(bounds)} />
      <VectorRow label="Min" lengths={lengths} values={min} />
      <VectorRow label="Max" lengths={lengths} values={max} />
      <MeasureFigure label={lengthLabel('Diagonal', units)} testId="bounds-diagonal">
        <LengthText value={2 * boundsRadius(bounds)} lengths={lengths} />
      </MeasureFigure>
      <MeasureFigure label={lengthLabel('Area', units, 2)} testId="bounds-area">
        <MeasureText value={area} units={units} power={2} />
      </MeasureFigure>
      {volume === null ? (
        <p class="quiet">No volume: the surface is not closed.</p>
      ) : (
        <MeasureFigure label={lengthLabel('Volume', units, 3)} testId="bounds-volume">
          <MeasureText value={Math.abs(volume)} units={units} power={3} />
        </MeasureFigure>
      )}
      {volume !== null && volume < 0 && <p class="quiet">The triangles face inwards.</p>}
      <OwnSpaceNote store={store} document={document} />
      <div class="button-row">
        <button
          type="button"
          class="button"
          onClick={() => void copyText(copied.map(([label, ...values]) => [label, ...values.map(plainNumber)].join('\t')).join('\n'))}
        >
          Copy
        </button>
      </div>
    </>
  );
}
