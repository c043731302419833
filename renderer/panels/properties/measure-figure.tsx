import type { JSX } from 'preact';
import type { FigureLabel } from '../../text/figures.ts';
import { FigureTitle, type NamedFigure } from '../../widgets/figure-title.tsx';

interface MeasureFigureProps {
  readonly label: FigureLabel | NamedFigure;
  /** With a tip that has all digits. */
  readonly children: JSX.Element;
  readonly testId: string;
}

/** A measured value. */
export function MeasureFigure({ label, children, testId }: MeasureFigureProps): JSX.Element {
  return (
    <div class="setting fixed">
      <span class="label">
        <FigureTitle label={label} />
      </span>
      <b class="mono" data-testid={testId}>
        {children}
      </b>
    </div>
  );
}
