import { describe, expect, it } from 'vitest';
import { identityTransform, transformOf, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { contactLoops, type ContactLoops } from '#core/pair/contact-loops';
import { contactAt, contactCount, contacts, type Contacts } from '#core/pair/contacts';
import { pairs } from '#core/pair/pairs';
import { ball, blades, box, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

function contactsOf(a: TriangleMesh, b: TriangleMesh, aFromB: Transform = identityTransform): { all: Contacts; joined: ContactLoops } {
  const found = pairs(treed(a), treed(b), aFromB, defaultValues(pairOptions));
  const all = contacts(a, b, aFromB, found.pairs);
  expect(contactCount(all)).toBe(found.pairCount);
  return { all, joined: contactLoops(all, a, b, aFromB) };
}

/** The mesh with three vertices of its own for every triangle, as an STL has them. */
function unwelded(mesh: TriangleMesh): TriangleMesh {
  return meshOf([...mesh.indices].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]), [...mesh.indices.keys()]);
}

describe('contactLoops', () => {
  it('joins two balls in one closed loop on the plane half-way between them', () => {
    const { joined } = contactsOf(ball(31, 17), placed(ball(29, 19), 1, [0.9, 0.013, 0.007]));
    expect(joined.loops).toHaveLength(1);
    const [loop] = joined.loops;
    expect(loop!.closed).toBe(true);
    expect(loop!.segments.length).toBe(loop!.positions.length / 3);
    for (let i = 0; i < loop!.positions.length; i += 3) expect(loop!.positions[i]).toBeCloseTo(0.45, 1);
  });

  it('joins triangles that share positions but no vertices, and B as placed', () => {
    const turned = transformOf({ translate: [0.9, 0.1, 0.2], rotateDegrees: [10, 20, 30], scale: [1, 1.1, 0.9] });
    const welded = contactsOf(ball(31, 17), ball(29, 19), turned).joined;
    const split = contactsOf(unwelded(ball(31, 17)), unwelded(ball(29, 19)), turned).joined;
    expect(split.loops).toEqual(welded.loops);
    expect(welded.loops.map((loop) => loop.closed)).toEqual([true]);
  });

  it('goes round: every segment of a loop ends where the next begins', () => {
    const { all, joined } = contactsOf(knot(), placed(knot(), 1, [0.7, 0.11, 0.3]));
    expect(joined.loops.length).toBeGreaterThan(3);
    for (const { closed, positions, segments } of joined.loops) {
      expect(closed).toBe(true);
      const count = positions.length / 3;
      const at = (i: number): string => [...positions.subarray(3 * (i % count), 3 * (i % count) + 3)].join();
      segments.forEach((contact, i) => {
        const ends = contactAt(all, contact).points.map((point) => point.join()).sort();
        expect([at(i), at(i + 1)].sort()).toEqual(ends);
      });
    }
  });

  it('ends a polyline at the border of an open mesh', () => {
    const sheet = meshOf([-9, -9, 0, 0.1, -9, 0, 0.1, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const { joined } = contactsOf(sheet, ball(32, 15));
    expect(joined.loops.map((loop) => loop.closed)).toEqual([false]);
    const [{ positions, segments }] = joined.loops as [ContactLoops['loops'][number]];
    expect(segments.length).toBe(positions.length / 3 - 1);
    expect(positions[0]).toBe(0.1);
    expect(positions.at(-3)).toBe(0.1);
  });

  it('reports where boxes lie on each other apart, with the area of the overlap, and its border as a loop', () => {
    const { all, joined } = contactsOf(box([0, 0, 0], [2, 2, 1]), box([0.5, 0.5, 1], [1.5, 1.25, 3]));
    const area = [...joined.coplanar].reduce((sum, contact) => sum + contactAt(all, contact).area, 0);
    expect(area).toBeCloseTo(0.75, 12);
    expect(joined.loops.some((loop) => loop.closed)).toBe(true);
    expect([...joined.points]).toEqual([]);
  });

  it('lists a point where meshes only touch', () => {
    const { all, joined } = contactsOf(meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]), meshOf([1, 1, 0, 1, 1, 1, 2, 1, 1], [0, 1, 2]));
    expect(joined.loops).toEqual([]);
    expect([...joined.points]).toEqual([0]);
    expect(contactAt(all, 0)).toEqual({ a: 0, b: 0, kind: 'touch-point', points: [[1, 1, 0]], area: 0 });
  });

  it('tells its progress inside each step, in order, and can be stopped at any call', () => {
    const [a, b] = [blades(120, 0), blades(120, 1)];
    const { all } = contactsOf(a, b);
    expect(contactCount(all)).toBe(120 * 120);
    const told: number[] = [];
    const whole = contactLoops(all, a, b, identityTransform, (fraction) => told.push(fraction));
    expect(told).toEqual([...told].sort((s, t) => s - t));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
    for (const [from, to] of [[0, 0.5], [0.5, 0.8], [0.8, 1]] as const) {
      expect(told.filter((fraction) => fraction > from && fraction < to).length).toBeGreaterThanOrEqual(2);
    }
    for (let at = 1; at <= told.length; at++) {
      let calls = 0;
      const stop = (): void => {
        if (++calls === at) throw new Error('enough');
      };
      expect(() => contactLoops(all, a, b, identityTransform, stop)).toThrow('enough');
      expect(calls).toBe(at);
    }
    expect(contactLoops(all, a, b, identityTransform)).toEqual(whole);
  });
});
