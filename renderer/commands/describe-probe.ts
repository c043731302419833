import type { ProbeOutcome } from '../state/probe/probe-query.ts';
import { probeSpecs } from '../state/probe/probe-shapes.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { nameOfPart, table } from './describe-rows.ts';
import type { LongText } from './long-text.ts';

/** Returns one row for each triangle that a probe found. */
export function describeProbe(store: Store, { input, triangles, rowAt }: ProbeOutcome): LongText {
  const { number, hasFeature, hasPoint } = probeSpecs[input.shape.kind].columns;
  const head = [
    'triangle',
    ...(hasFeature ? ['feature', 'index'] : []),
    ...(number === null ? [] : [number.toLowerCase()]),
    ...(hasPoint ? ['x', 'y', 'z'] : []),
    'part',
  ];
  return table(head, triangles.length, (i) => {
    const row = rowAt(i);
    const { featureIndex = null } = row.feature ?? {};
    return [
      String(row.triangle),
      ...(hasFeature ? [row.feature?.feature ?? '', featureIndex === null ? '' : String(featureIndex)] : []),
      ...(number === null ? [] : [row.number === null ? '' : plainNumber(row.number)]),
      ...(hasPoint ? (row.point?.map(plainNumber) ?? ['', '', '']) : []),
      nameOfPart(store, input.document, row.part),
    ];
  });
}
