import { describe, expect, it } from 'vitest';
import { identityTransform } from '#core/math/transform';
import { contactAt, contactCount, contactLength, contacts } from '#core/pair/contact/contacts';
import { outcomeOf } from '../../fixtures/pair-outcome.ts';
import { blades, box, meshOf } from '../../fixtures/shapes.ts';

describe('contactLength', () => {
  const floor = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
  const lengthOf = (corners: readonly number[]): [kind: string, length: number | null] => {
    const { contacts } = outcomeOf(floor, meshOf(corners, [0, 1, 2])).pairContacts;
    expect(contactCount(contacts)).toBe(1);
    return [contactAt(contacts, 0).kind, contactLength(contacts, 0)];
  };

  it('is that of a segment, crossed or touched', () => {
    expect(lengthOf([1, 1, 1, 1, 1, -1, 1.5, 1, 1])).toEqual(['crossing', 0.25]);
    expect(lengthOf([1, 1, 0, 1, 1.5, 0, 1, 1, 2])).toEqual(['touch-segment', 0.5]);
  });

  it('is none for a point and for a polygon', () => {
    expect(lengthOf([1, 1, 0, 1, 2, 1, 2, 1, 1])).toEqual(['touch-point', null]);
    expect(lengthOf([1, 1, 0, 2, 1, 0, 1, 2, 0])).toEqual(['coplanar', null]);
  });

  it('adds up to the way round where a bar passes through a box', () => {
    const { contacts } = outcomeOf(box(), box([-0.25, -2, -0.125], [0.25, 2, 0.125])).pairContacts;
    const lengths = [...contacts.kinds.keys()].map((i) => contactLength(contacts, i) ?? 0);
    expect(lengths.reduce((sum, length) => sum + length)).toBeCloseTo(2 * (4 * 0.25 + 4 * 0.125), 12);
  });
});

describe('contacts', () => {
  it.each([1, 2 ** -500, 2 ** 500, 2 ** 511])('know the area of a polygon at the size %d', (size) => {
    const square = (low: number, high: number) =>
      meshOf(
        [low, low, 0, high, low, 0, high, high, 0, low, high, 0].map((x) => x * size),
        [0, 1, 2, 0, 2, 3],
      );
    const found = outcomeOf(square(0, 1), square(0.5, 2)).pairContacts.contacts;
    const area = [...found.kinds.keys()].reduce((sum, i) => sum + contactAt(found, i).area / size / size, 0);
    expect(area).toBeCloseTo(0.25, 12);
  });

  it('report ascending progress, and end when their caller throws', () => {
    const [a, b] = [blades(120, 0), blades(120, 1)];
    const { found } = outcomeOf(a, b);
    const reported: number[] = [];
    contacts(a, b, identityTransform, found!.pairs, (fraction) => reported.push(fraction));
    expect(reported).toEqual(reported.toSorted((s, t) => s - t));
    expect(reported.filter((fraction) => fraction > 0 && fraction < 1).length).toBeGreaterThanOrEqual(2);
    expect(reported.at(-1)).toBe(1);
    const stop = (fraction: number): void => {
      if (fraction > 0.4) throw new Error('enough');
    };
    expect(() => contacts(a, b, identityTransform, found!.pairs, stop)).toThrow('enough');
  });
});
