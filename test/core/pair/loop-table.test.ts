import { describe, expect, it } from 'vitest';
import { identityTransform } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { contactLoops } from '#core/pair/contact-loops';
import { contacts } from '#core/pair/contacts';
import { loopLength } from '#core/pair/loop-length';
import { loopCount, loopOfEachContact, loopTable, noLoop } from '#core/pair/loop-table';
import { pairs } from '#core/pair/pairs';
import { ball, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const a = knot();
const b = placed(knot(), 1, [0.7, 0.11, 0.3]);
const all = contacts(a, b, identityTransform, pairs(treed(a), treed(b), identityTransform, defaultValues(pairOptions)).pairs);
const joined = contactLoops(all, a, b, identityTransform);

describe('loopTable', () => {
  it('holds every loop as it was', () => {
    const table = loopTable(joined);
    expect(loopCount(table)).toBe(joined.loops.length);
    expect(joined.loops.length).toBeGreaterThan(3);
    joined.loops.forEach((loop, i) => {
      expect(table.segments.subarray(table.firstSegment[i], table.firstSegment[i + 1])).toEqual(loop.segments);
      expect(table.positions.subarray(3 * table.firstPoint[i]!, 3 * table.firstPoint[i + 1]!)).toEqual(loop.positions);
      expect(table.lengths[i]).toBe(loopLength(loop));
      expect(table.closed[i]).toBe(Number(loop.closed));
    });
  });

  it('holds no loop of no contact', () => {
    const table = loopTable({ loops: [], coplanar: new Uint32Array(), points: new Uint32Array() });
    expect(loopCount(table)).toBe(0);
    expect([...table.firstSegment, ...table.firstPoint]).toEqual([0, 0]);
  });
});

describe('loopOfEachContact', () => {
  it('finds the loop of every segment', () => {
    const table = loopTable(joined);
    const loops = loopOfEachContact(table, all.kinds.length);
    joined.loops.forEach(({ segments }, i) => expect(segments.every((contact) => loops[contact] === i)).toBe(true));
    expect([...loops]).not.toContain(noLoop);
  });

  it('finds none for a point', () => {
    const tip = meshOf([0, 1, 0, -1, 3, 0, 1, 3, 0.5], [0, 1, 2]);
    const ground = ball(4, 2);
    const found = pairs(treed(ground), treed(tip), identityTransform, defaultValues(pairOptions));
    const touching = contacts(ground, tip, identityTransform, found.pairs);
    const table = loopTable(contactLoops(touching, ground, tip, identityTransform));
    expect(found.pairCount).toBe(4);
    expect([...loopOfEachContact(table, 4)]).toEqual([noLoop, noLoop, noLoop, noLoop]);
    expect([...table.points]).toEqual([0, 1, 2, 3]);
  });
});
