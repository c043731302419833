import type { FindingName } from '../state/health/findings.ts';
import type { FindingMark } from './finding-marks.ts';

/** A row of the legend. */
export interface LegendItem {
  readonly mark: 'stroke' | 'outlined' | 'patch' | 'striped' | FindingMark;
  /** A CSS colour: `var(--meaning-hit)`. */
  readonly colour: string;
  readonly text: string;
  /** A kind of findings, which can be hidden and shown. */
  readonly kind?: { readonly name: FindingName; readonly title: string; readonly isShown: boolean };
}
