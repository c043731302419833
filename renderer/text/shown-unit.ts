import type { Vec3 } from '#core/math';
import { lengthUnits, metresOf } from '#core/mesh';
import type { Suffixes } from './evaluate-expression.ts';
import { tidyNumber } from './tidy-number.ts';

/** How lengths of a document are shown and typed. The numbers of the document stay as they are. */
export interface ShownUnit {
  /** The name of the shown unit; `null` where the document has no unit: its numbers are shown as they are. */
  readonly name: string | null;
  /** Metres of the document's own unit, and of the shown one; 1 without a unit. */
  readonly ownMetres: number;
  readonly shownMetres: number;
}

/** Lengths without a unit. */
export const plainLengths: ShownUnit = { name: null, ownMetres: 1, shownMetres: 1 };

/**
 * Returns how lengths of a document are shown.
 *
 * @param own the name of the document's unit; `null` for none.
 * @param wanted the name of the unit to show; `null` shows that of the document.
 */
export function shownUnit(own: string | null, wanted: string | null = null): ShownUnit {
  const ownMetres = metresOf(own);
  if (own === null || ownMetres === null) return plainLengths;
  const shownMetres = metresOf(wanted) ?? ownMetres;
  return { name: wanted === null ? own : wanted, ownMetres, shownMetres };
}

/** Returns a length of the document as it is shown; for areas `power` is 2, for volumes 3. */
export function shownLength({ ownMetres, shownMetres }: ShownUnit, value: number, power = 1): number {
  return ownMetres === shownMetres ? value : tidyNumber(value * (ownMetres / shownMetres) ** power);
}

/** Returns a point or vector of the document as it is shown. */
export function shownVector(unit: ShownUnit, [x, y, z]: Vec3): Vec3 {
  return [shownLength(unit, x), shownLength(unit, y), shownLength(unit, z)];
}

/** Returns the length of the document that is shown as this number. */
export function ownLength({ ownMetres, shownMetres }: ShownUnit, shown: number): number {
  return ownMetres === shownMetres ? shown : tidyNumber((shown * shownMetres) / ownMetres);
}

/** Returns the largest shown number whose length of the document is finite: a smaller unit of the document has larger numbers. */
export function maxShownLength({ ownMetres, shownMetres }: ShownUnit): number {
  if (ownMetres === shownMetres) return Number.MAX_VALUE;
  return Number.MAX_VALUE / Math.max(1, shownMetres, shownMetres / ownMetres) / 2;
}

/** Returns the point or vector of the document that is shown as this one. */
export function ownVector(unit: ShownUnit, [x, y, z]: Vec3): Vec3 {
  return [ownLength(unit, x), ownLength(unit, y), ownLength(unit, z)];
}

/** A head with its unit, `Radius, m`, `Area, m²` for power 2; without one where the document has none. */
export function lengthLabel<Label extends string>(label: Label, unit: ShownUnit, power: 1 | 2 | 3 = 1): Label | `${Label}, ${string}` {
  return unit.name === null ? label : `${label}, ${lengthSign(unit)}${powers[power]}`;
}

/** A number with its unit after it: `1.5 m`. */
export function withLengthSign(text: string, unit: ShownUnit, power: 1 | 2 | 3 = 1): string {
  return unit.name === null ? text : `${text} ${lengthSign(unit)}${powers[power]}`;
}

const powers = { 1: '', 2: '²', 3: '³' } as const;

/** `m`; the name itself where it has no sign, empty without a unit. */
export function lengthSign({ name }: ShownUnit): string {
  return name === null ? '' : (signs.get(name) ?? name);
}

/** Signs of the units that formats name. */
const signs = new Map([
  ['metre', 'm'],
  ['millimetre', 'mm'],
  ['centimetre', 'cm'],
  ['inch', 'in'],
  ['foot', 'ft'],
]);

/** Names of units as people type them. */
const typedNames: Readonly<Record<keyof typeof lengthUnits, readonly string[]>> = {
  micrometre: ['µm', 'μm', 'um'],
  millimetre: ['mm'],
  centimetre: ['cm'],
  inch: ['in', 'inch', 'inches', '"'],
  foot: ['ft', 'foot', 'feet', "'"],
  yard: ['yd', 'yard', 'yards'],
  metre: ['m', 'metre', 'metres', 'meter', 'meters'],
  kilometre: ['km'],
};

/** Returns the units that may be typed after the numbers of a length. */
export function suffixesOf(unit: ShownUnit): Suffixes {
  if (unit.name === null) return { factors: new Map(), refusal: 'needs the unit of the document: set it in its properties' };
  const factors = Object.entries(typedNames).flatMap(([name, typed]) =>
    typed.map((text) => [text, lengthUnits[name as keyof typeof lengthUnits] / unit.shownMetres] as const),
  );
  return { factors: new Map(factors), refusal: 'is no unit of length: use m, cm, mm, in or ft' };
}
