import { describe, expect, it } from 'vitest';
import { contactAt, contactCount, contactLength } from '#core/pair/contacts';
import { outcomeOf } from '../../fixtures/meeting.ts';
import { box, meshOf } from '../../fixtures/shapes.ts';

describe('contactLength', () => {
  const floor = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
  const lengthOf = (corners: readonly number[]): [kind: string, length: number | null] => {
    const { contacts } = outcomeOf(floor, meshOf(corners, [0, 1, 2])).meeting;
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
    const { contacts } = outcomeOf(box(), box([-0.25, -2, -0.125], [0.25, 2, 0.125])).meeting;
    const lengths = [...contacts.kinds.keys()].map((i) => contactLength(contacts, i) ?? 0);
    expect(lengths.reduce((sum, length) => sum + length)).toBeCloseTo(2 * (4 * 0.25 + 4 * 0.125), 12);
  });
});
