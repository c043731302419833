import type { Vec3 } from '#core/math';
import { filterOptions } from '#core/options';
import { probeKinds, probeSpecs, type ProbeField, type ProbeKind, type ProbeShape, type ProbeValue } from '../probe/probe-shapes.ts';
import type { PinnedProbe, ProbeInput } from '../probe/probe.ts';
import {
  checkedList,
  fields,
  finiteVector,
  index,
  malformedAt,
  numberFrom,
  oneOf,
  options,
  textUpTo,
  type Reader,
} from './field-readers.ts';

/** More points of a hull or polygon than a person or another mesh gives. */
const maxPoints = 100_000;

/** Reads the numbers of a shape as its table says. */
const probeShape: Reader<ProbeShape> = (value, pointer) => {
  const { kind } = fields({ kind: oneOf<ProbeKind>(probeKinds) })(value, pointer);
  const specs: Readonly<Record<string, ProbeField>> = probeSpecs[kind].fields;
  const readers = Object.fromEntries(Object.entries(specs).map(([name, field]) => [name, readerOf(field)]));
  // The table has the fields of this kind.
  return { kind, ...fields<Record<string, ProbeValue>>(readers)(value, pointer) } as unknown as ProbeShape;
};

export const probeInput: Reader<ProbeInput> = filtered(fields<ProbeInput>({ document: index, shape: probeShape }));

const pinnedProbe = filtered(fields<Omit<PinnedProbe, 'id'>>({ document: index, shape: probeShape, name: textUpTo(1000) }));

/** Adds the filter, which most probes have not. */
function filtered<Probe extends object>(read: Reader<Probe>): Reader<Probe & Pick<ProbeInput, 'filter'>> {
  const readFilter = options(filterOptions);
  return (value, pointer) => {
    const { filter } = value as { readonly filter?: unknown };
    const probe = read(value, pointer);
    return filter === undefined ? probe : { ...probe, filter: readFilter(filter, `${pointer}/filter`) };
  };
}

/** The ids of a session are given again. Probes above the limit of today were saved by an earlier version. */
export const pinnedProbes: Reader<readonly PinnedProbe[]> = (value, pointer) =>
  checkedList(pinnedProbe, 10_000)(value, pointer).map((pin, i) => ({ ...pin, id: i + 1 }));

function readerOf(field: ProbeField): Reader<ProbeValue> {
  switch (field.type) {
    case 'point':
    case 'vector':
      return finiteVector;
    case 'points':
      return pointsFrom(field.minCount ?? 1);
    case 'length':
      return field.infinite === true ? endlessLength : numberFrom(0);
    case 'number':
      return numberFrom(field.min, field.max);
    case 'integer':
      return wholeFrom(field.min, field.max);
  }
}

function pointsFrom(minCount: number): Reader<readonly Vec3[]> {
  const read = checkedList(finiteVector, maxPoints);
  return (value, pointer) => {
    const points = read(value, pointer);
    if (points.length < minCount) throw malformedAt(pointer, `a list of ${minCount} points or more`);
    return points;
  };
}

/** JSON has no infinity: a ray without an end has `null`. */
export const endlessLength: Reader<number> = (value, pointer) =>
  value === null || value === undefined ? Infinity : numberFrom(0)(value, pointer);

function wholeFrom(min: number, max: number): Reader<number> {
  return (value, pointer) => {
    const number = numberFrom(min, max)(value, pointer);
    if (!Number.isInteger(number)) throw malformedAt(pointer, 'a whole number');
    return number;
  };
}
