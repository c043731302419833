import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identityTransform, transformOf, type Transform } from '#core/math/transform';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import {
  contactCurves,
  endsOfCurve,
  curveCount,
  curveEndCounts,
  curveOfEachContact,
  closedLoopCount,
  noCurve,
  type ContactCurves,
} from '#core/pair/contact/contact-curves';
import { contactAt, contactCount, contactLength, contacts, type Contacts } from '#core/pair/contact/contacts';
import { pairs } from '#core/pair/pairs/pairs';
import { curveKinds } from '#core/pair/contact/segment-kinds';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, blades, box, joined, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

function contactsOf(a: TriangleMesh, b: TriangleMesh, aFromB: Transform = identityTransform): { all: Contacts; lines: ContactCurves } {
  const found = pairs(treed(a), treed(b), aFromB, defaultValues(pairOptions));
  const all = contacts(a, b, aFromB, found.pairs);
  expect(contactCount(all)).toBe(found.pairCount);
  return { all, lines: contactCurves(all, a, b, aFromB) };
}

interface Line {
  readonly isClosed: boolean;
  readonly length: number;
  readonly segments: readonly number[];
  /** Points as text, to be compared. */
  readonly points: readonly string[];
}

function eachLine({ closed, lengths, firstSegment, segments, firstPoint, positions }: ContactCurves): readonly Line[] {
  return Array.from(closed, (isOne, i) => ({
    isClosed: isOne === 1,
    length: lengths[i]!,
    segments: [...segments.subarray(firstSegment[i], firstSegment[i + 1])],
    points: Array.from({ length: firstPoint[i + 1]! - firstPoint[i]! }, (_, n) =>
      [...positions.subarray(3 * (firstPoint[i]! + n)).subarray(0, 3)].join(),
    ),
  }));
}

function kindsOf({ kinds }: ContactCurves): readonly string[] {
  return Array.from(kinds, (kind) => curveKinds[kind]!);
}

/** A floor z = 0 from x = 0 on, a riser of 1 at x = 0 and a ledge z = 1 before it, 2 wide: an open sheet of six triangles. */
function stepMesh(): [number[], number[]] {
  const profile = [
    [-2, 1],
    [0, 1],
    [0, 0],
    [3, 0],
  ] as const;
  const positions = profile.flatMap(([x, z]) => [x, 0, z, x, 2, z]);
  return [positions, [0, 1, 2].flatMap((i) => [2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3])];
}

/** Every segment of a line ends where the next begins, and each is in one line, once; a polygon has it as a side. */
function checkLines(all: Contacts, lines: ContactCurves): void {
  for (const { isClosed: isLoop, length, segments, points } of eachLine(lines)) {
    expect(points).toHaveLength(isLoop ? segments.length : segments.length + 1);
    segments.forEach((contact, i) => {
      const corners = contactAt(all, contact).points.map((point) => point.join());
      const ends = [points[i], points[(i + 1) % points.length]];
      if (corners.length === 2) expect(ends.toSorted()).toEqual(corners.toSorted());
      else expect(corners).toEqual(expect.arrayContaining(ends));
    });
    if (segments.every((contact) => contactLength(all, contact) !== null))
      expect(length).toBeCloseTo(
        segments.reduce((sum, contact) => sum + contactLength(all, contact)!, 0),
        9,
      );
    if (!isLoop) expect(points[0]).not.toBe(points.at(-1));
  }
  const single = lines.segments.filter((contact) => contactLength(all, contact) !== null);
  expect(new Set(single).size).toBe(single.length);
}

/** The mesh with three vertices of its own for every triangle, as an STL has them. */
function unwelded(mesh: TriangleMesh): TriangleMesh {
  return meshOf(
    [...mesh.indices].flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]),
    [...mesh.indices.keys()],
  );
}

/**
 * A closed tetrahedron whose edge from 0 to 1 is a slit: the triangle on its left has it whole, those on its right meet at vertex 4
 * on it, and a triangle without area closes it.
 */
function slitTetrahedron(): TriangleMesh {
  return meshOf([0, 0, -2, 0, 0, 2, -1, 2, 0, 1, 2, 0, 0, 0, 0.5], [0, 2, 1, 1, 2, 3, 0, 3, 2, 0, 4, 3, 4, 1, 3, 0, 1, 4]);
}

interface Tetrahedra {
  readonly triangles: readonly number[];
  readonly pairs: readonly { readonly a: readonly number[]; readonly b: readonly number[] }[];
}

describe('contactLines', () => {
  it('joins two balls in one loop on the plane half-way between them', () => {
    const { all, lines } = contactsOf(ball(31, 17), placed(ball(29, 19), 1, [0.9, 0.013, 0.007]));
    expect([...lines.closed]).toEqual([1]);
    checkLines(all, lines);
    for (let i = 0; i < lines.positions.length; i += 3) expect(lines.positions[i]).toBeCloseTo(0.45, 1);
  });

  it('joins triangles that share positions but no vertices, and B as placed', () => {
    const turned = transformOf({ translate: [0.9, 0.1, 0.2], rotateDegrees: [10, 20, 30], scale: [1, 1.1, 0.9] });
    const welded = contactsOf(ball(31, 17), ball(29, 19), turned).lines;
    const split = contactsOf(unwelded(ball(31, 17)), unwelded(ball(29, 19)), turned).lines;
    expect(split).toEqual(welded);
    expect([...welded.closed]).toEqual([1]);
  });

  it('joins corners at 0 and at -0', () => {
    const signed = (zero: number): TriangleMesh => meshOf([-1, zero, 1, 1, zero, 1, 0, zero, -1], [0, 1, 2]);
    const halves = meshOf([0, -1, 0, 0, 1, 0, 2, 0, 0, -0, -1, -0, -0, 1, -0, -2, 0, 0], [0, 1, 2, 3, 4, 5]);
    expect(eachLine(contactsOf(halves, signed(-0)).lines).map(({ segments }) => segments.length)).toEqual([2]);
  });

  it('goes round in every one of many loops', () => {
    const { all, lines } = contactsOf(knot(), placed(knot(), 1, [0.7, 0.11, 0.3]));
    expect(curveCount(lines)).toBeGreaterThan(3);
    expect(closedLoopCount(lines)).toBe(curveCount(lines));
    checkLines(all, lines);
  });

  it('goes on where an edge crosses an edge', () => {
    const { triangles, pairs: cases } = JSON.parse(readFileSync('test/repro/edges-that-cross.json', 'utf8')) as Tetrahedra;
    for (const { a: cornersA, b: cornersB } of cases) {
      const a = meshOf([...cornersA], [...triangles]);
      const b = meshOf([...cornersB], [...triangles]);
      expect([isClosed(a), isClosed(b)]).toEqual([true, true]);
      for (const { all, lines } of [contactsOf(a, b), contactsOf(b, a)]) {
        expect(new Set(all.kinds)).toEqual(new Set([0]));
        expect(new Set(lines.closed)).toEqual(new Set([1]));
        expect(lines.segments).toHaveLength(contactCount(all));
        checkLines(all, lines);
      }
    }
  });

  it('ends one curve where three segments share a point, and continues the other two', () => {
    // A plane of four triangles around 0; of a book of three pages along z only the spine ends are odd.
    const plane = meshOf([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const page = (x: number, y: number): number[] => [0, 0.5, -1, 0, 0.5, 1, x, y, 0];
    const book = meshOf([...page(2, 0), ...page(-2, 0), ...page(1, 5)], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const { all, lines } = contactsOf(plane, book);
    checkLines(all, lines);
    const ends = eachLine(lines).flatMap(({ points }) => [points[0], points.at(-1)]);
    expect([...lines.closed]).toEqual([0, 0]);
    expect(ends.filter((end) => end === '0,0.5,0')).toHaveLength(1);
  });

  it('takes a segment that lies in an edge once, though both triangles of the edge have it', () => {
    const tent = meshOf([0, -2, 0, 0, 2, 0, -1, 0, -1, 1, 0, -1], [0, 1, 2, 1, 0, 3]);
    const blade = meshOf([0, -1, 0, 0, 1, 0, 0, 0, 4], [0, 1, 2]);
    const { all, lines } = contactsOf(tent, blade);
    expect(contactCount(all)).toBe(2);
    expect(eachLine(lines)).toEqual([{ isClosed: false, length: 2, segments: [0], points: ['0,1,0', '0,-1,0'] }]);
    expect([...curveOfEachContact(lines, 2)]).toEqual([0, noCurve]);
  });

  it('ends a line at the border of an open mesh', () => {
    const sheet = meshOf([-9, -9, 0, 0.1, -9, 0, 0.1, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const { all, lines } = contactsOf(sheet, ball(32, 15));
    expect([...lines.closed]).toEqual([0]);
    checkLines(all, lines);
    expect([lines.positions[0], lines.positions.at(-3)]).toEqual([0.1, 0.1]);
  });

  it('goes round the area that two boxes have in common, once, whatever its triangles are', () => {
    // 1 by 0.75 on a side of 2 by 2, and the edges of the upper box lie on no edge of the lower.
    const { all, lines } = contactsOf(box([0, 0, 0], [2, 2, 1]), box([0.5, 0.5, 1], [1.5, 1.25, 3]));
    const area = [...lines.coplanar].reduce((sum, contact) => sum + contactAt(all, contact).area, 0);
    expect(area).toBeCloseTo(0.75, 12);
    expect(kindsOf(lines)).toEqual(['outline']);
    expect([...lines.closed]).toEqual([1]);
    expect(lines.lengths[0]).toBeCloseTo(3.5, 12);
    expect([...lines.points]).toEqual([]);
    checkLines(all, lines);
  });

  it('goes round four times where a box cuts two that stand on each other, whose common face is there twice', () => {
    const stack = joined([box([0, 0, 0], [1, 1, 1]), box([0, 0, 1], [1, 1, 2])]);
    const cut = box([0.25, -1, -9], [0.75, 9, 7]);
    for (const { all, lines } of [contactsOf(cut, stack), contactsOf(stack, cut)]) {
      expect(kindsOf(lines)).toEqual(Array.from({ length: 4 }, () => 'crossing'));
      expect([...lines.closed]).toEqual([1, 1, 1, 1]);
      for (const length of lines.lengths) expect(length).toBeCloseTo(4, 12);
      checkLines(all, lines);
    }
  });

  it('crosses a face that is there twice in two segments, also where an edge lies in both', () => {
    const doubled = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2, 1, 2, 0]);
    const roof = meshOf([0, 2, 0, 2, 2, 0, 1, 2, 3, 1, 2, -3], [0, 1, 2, 1, 0, 3]);
    for (const { lines } of [contactsOf(doubled, roof), contactsOf(roof, doubled)])
      expect([...lines.lengths].reduce((sum, length) => sum + length, 0)).toBeCloseTo(4, 12);
  });

  it('goes once round an area on a face that is there twice', () => {
    const stack = joined([box([0, 0, 0], [2, 2, 1]), box([0, 0, 1], [2, 2, 2])]);
    // One corner of 1.7 by 1.6 within the face, and 1.2 by 1.2 with none on its edges.
    for (const [upper, around] of [
      [box([0.3, 0.4, 1], [5, 6, 1.5]), 6.6],
      [box([0.3, 0.4, 1], [1.5, 1.6, 1.5]), 4.8],
    ] as const) {
      for (const { all, lines } of [contactsOf(upper, stack), contactsOf(stack, upper)]) {
        const outlines = kindsOf(lines).flatMap((kind, i) => (kind === 'outline' ? [i] : []));
        expect(outlines).toHaveLength(1);
        expect(lines.lengths[outlines[0]!]).toBeCloseTo(around, 12);
        checkLines(all, lines);
      }
    }
  });

  it('has no line where a surface lies on itself, only area without end', () => {
    const { all, lines } = contactsOf(box(), box());
    expect([...lines.coplanar].reduce((sum, contact) => sum + contactAt(all, contact).area, 0)).toBeCloseTo(24, 12);
    expect([curveCount(lines), lines.points.length]).toEqual([0, 0]);
  });

  it('goes round a hole in a common area too', () => {
    const frame = meshOf(
      [0, 0, 0, 3, 0, 0, 3, 3, 0, 0, 3, 0, 1, 1, 0, 2, 1, 0, 2, 2, 0, 1, 2, 0],
      [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
    );
    const sheet = meshOf([-1, -1, 0, 4, -1, 0, 4, 4, 0, -1, 4, 0], [0, 1, 2, 0, 2, 3]);
    const around = contactsOf(frame, sheet);
    expect(kindsOf(around.lines)).toEqual(['outline', 'outline']);
    expect([...around.lines.lengths].sort((s, t) => t - s)).toEqual([12, 4]);
    checkLines(around.all, around.lines);
  });

  it('ends a line that runs into a common area there, and says so', () => {
    // The box stands on the floor of the step, and goes through its riser and its ledge.
    const step = meshOf(...stepMesh());
    const { all, lines } = contactsOf(step, box([-1, 0.5, 0], [1, 1.5, 2]));
    expect(kindsOf(lines)).toEqual(['crossing', 'outline']);
    // Up the riser, around the hole in the ledge, and down again.
    expect(lines.lengths[0]).toBeCloseTo(5, 12);
    expect(lines.lengths[1]).toBeCloseTo(4, 12);
    expect(endsOfCurve(lines, 0)).toEqual(['common-area', 'common-area']);
    expect(endsOfCurve(lines, 1)).toBeNull();
    expect(curveEndCounts(lines)).toEqual({ border: 0, 'common-area': 2, 'flat-triangle': 0, touch: 0 });
    checkLines(all, lines);
  });

  it.each([
    ['an edge that lies on a side', [0.25, 0.25, 1, 0.75, 0.5, 1, 0.25, 0.5, 2, 0.5, 0.25, 2], 'touching'],
    ['a corner that goes through a side', [0.25, 0.25, 0.5, 0.75, 0.5, 2, 0.25, 0.5, 2, 0.5, 0.25, 2], 'crossing'],
  ] as const)('distinguishes crossing from touching: %s', (_, corners, kind) => {
    const { lines } = contactsOf(box([0, 0, 0], [1, 1, 1]), meshOf(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]));
    expect(kindsOf(lines)).toEqual([kind]);
    expect(endsOfCurve(lines, 0)).toEqual(kind === 'touching' ? ['touch', 'touch'] : null);
  });

  it('takes edges on one another for crossing where sides come in turns, for touching where they do not', () => {
    // Roofs over the x axis, which is the ridge of both: one within the other, upside down, and lying on its side.
    const roof = (...[u, v]: readonly (readonly [number, number])[]): TriangleMesh =>
      meshOf([-1, 0, 0, 1, 0, 0, 0, ...u!, 0, ...v!], [0, 1, 2, 1, 0, 3]);
    const wide = roof([2, -1], [-2, -1]);
    for (const [other, kind] of [
      [roof([1, -2], [-1, -2]), 'touching'],
      [roof([1, 2], [-1, 2]), 'touching'],
      [roof([1, -2], [1, 2]), 'crossing'],
      [roof([1, 0], [-1, -4]), 'crossing'],
    ] as const) {
      expect(kindsOf(contactsOf(wide, other).lines)).toEqual([kind]);
      expect(kindsOf(contactsOf(other, wide).lines)).toEqual([kind]);
    }
    // Half-planes opposite to each other, and the same one twice.
    expect(kindsOf(contactsOf(roof([1, 0], [-1, 0]), roof([1, 1], [1, 2])).lines)).toEqual(['touching']);
    expect(kindsOf(contactsOf(roof([1, 1], [1, 1]), roof([1, 0], [-1, 2])).lines)).toEqual(['touching']);
    const folded = roof([1, 1], [2, 2]);
    const open = roof([1, 0], [-1, 2]);
    expect([...kindsOf(contactsOf(folded, open).lines), ...kindsOf(contactsOf(open, folded).lines)]).toEqual(['touching', 'touching']);
  });

  it('says why each line ends: at a border, at a triangle without area, or where surfaces only touch', () => {
    const sheet = meshOf([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const flag = meshOf([0, 0, -1, 2, 0, 1, -2, 0, 1], [0, 1, 2]);
    expect(endsOfCurve(contactsOf(sheet, flag).lines, 0)).toEqual(['border', 'border']);
    expect(endsOfCurve(contactsOf(flag, sheet).lines, 0)).toEqual(['border', 'border']);
    const slit = slitTetrahedron();
    expect(isClosed(slit)).toBe(true);
    const cut = contactsOf(slit, sheet).lines;
    expect([...cut.closed]).toEqual([0]);
    expect(endsOfCurve(cut, 0)).toEqual(['flat-triangle', 'flat-triangle']);
  });

  it('takes edges along a slit that a triangle without area closes for touching, whichever mesh is A', () => {
    const slit = slitTetrahedron();
    const sides = [
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [-1, -1],
      [0, -1],
      [1, -1],
    ] as const;
    for (const [i, u] of sides.entries()) {
      for (const v of sides.slice(i + 1)) {
        const roof = meshOf([0, 0, -1, 0, 0, 1, ...u, 0, ...v, 0], [0, 1, 2, 1, 0, 3]);
        const both = [contactsOf(slit, roof).lines, contactsOf(roof, slit).lines];
        for (const lines of both) {
          const along = kindsOf(lines).filter((_, line) =>
            lines.positions.subarray(3 * lines.firstPoint[line]!, 3 * lines.firstPoint[line + 1]!).every((x, k) => k % 3 === 2 || x === 0),
          );
          expect(along.length).toBeGreaterThan(0);
          expect(new Set(along)).toEqual(new Set(['touching']));
        }
        const lengths = both.map((lines) =>
          curveKinds.map((_, kind) => lines.lengths.reduce((sum, length, line) => sum + (lines.kinds[line] === kind ? length : 0), 0)),
        );
        lengths[0]!.forEach((length, kind) => expect(lengths[1]![kind]).toBeCloseTo(length, 12));
        expect(curveEndCounts(both[1]!)).toEqual(curveEndCounts(both[0]!));
      }
    }
  });

  it('lists a point where meshes only touch', () => {
    const { all, lines } = contactsOf(meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]), meshOf([1, 1, 0, 1, 1, 1, 2, 1, 1], [0, 1, 2]));
    expect(curveCount(lines)).toBe(0);
    expect([...lines.points]).toEqual([0]);
    expect(contactAt(all, 0)).toEqual({ a: 0, b: 0, kind: 'touch-point', points: [[1, 1, 0]], area: 0 });
  });

  it('has no line of no contact', () => {
    const { lines } = contactsOf(box(), placed(box(), 1, [9, 0, 0]));
    expect([curveCount(lines), ...lines.firstSegment, ...lines.firstPoint]).toEqual([0, 0, 0]);
  });

  it('reports progress inside each step, in order, and can be cancelled at any call', () => {
    const [a, b] = [blades(120, 0), blades(120, 1)];
    const { all } = contactsOf(a, b);
    expect(contactCount(all)).toBe(120 * 120);
    const told: number[] = [];
    const whole = contactCurves(all, a, b, identityTransform, (fraction) => told.push(fraction));
    expect(told).toEqual([...told].sort((s, t) => s - t));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
    for (const [from, to] of [
      [0, 0.5],
      [0.5, 0.8],
      [0.8, 1],
    ] as const) {
      expect(told.filter((fraction) => fraction > from && fraction < to).length).toBeGreaterThanOrEqual(2);
    }
    // Among the ends, while it looks for triangles without area.
    expect(told.filter((fraction) => fraction > 0.941 && fraction < 0.969).length).toBeGreaterThanOrEqual(4);
    // Each stop does the work up to it again: a short run stops at every eighth call.
    for (let at = 1; at <= told.length; at += isFullRun ? 1 : 8) {
      let calls = 0;
      const stop = (): void => {
        if (++calls === at) throw new Error('enough');
      };
      expect(() => contactCurves(all, a, b, identityTransform, stop)).toThrow('enough');
      expect(calls).toBe(at);
    }
    expect(contactCurves(all, a, b, identityTransform)).toEqual(whole);
  });
});

describe('lineOfEachContact', () => {
  it('finds the line of every segment', () => {
    const { all, lines } = contactsOf(knot(), placed(knot(), 1, [0.7, 0.11, 0.3]));
    const found = curveOfEachContact(lines, contactCount(all));
    eachLine(lines).forEach(({ segments }, i) => expect(segments.every((contact) => found[contact] === i)).toBe(true));
    expect([...found]).not.toContain(noCurve);
  });

  it('finds none for a point', () => {
    const { all, lines } = contactsOf(ball(4, 2), meshOf([0, 1, 0, -1, 3, 0, 1, 3, 0.5], [0, 1, 2]));
    expect([...curveOfEachContact(lines, contactCount(all))]).toEqual([noCurve, noCurve, noCurve, noCurve]);
    expect([...lines.points]).toEqual([0, 1, 2, 3]);
  });
});
