import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identityTransform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { contactCurves, endsOfCurve, curveCount, type ContactCurves } from '#core/pair/contact/contact-curves';
import { contacts } from '#core/pair/contact/contacts';
import { pairs } from '#core/pair/pairs/pairs';
import { curveKinds, type CurveKind } from '#core/pair/contact/segment-kinds';
import { fortieth } from '../fixtures/scale.ts';
import { meshOf } from '../fixtures/shapes.ts';
import { treed } from '../fixtures/treed.ts';

/** A solid of unit cells: whether the one with its lowest corner at x, y, z belongs to it. */
interface Cells {
  readonly has: (x: number, y: number, z: number) => boolean;
}

/** Cells on a grid of so many a side, each `size` units wide, from `low` on. */
const cells = (side: number, size: number, low: number) =>
  fc.bigInt({ min: 1n, max: 2n ** BigInt(side ** 3) - 1n }).map(
    (bits): Cells => ({
      has: (...at) => {
        const [x, y, z] = at.map((value) => Math.floor((value - low) / size)) as [number, number, number];
        if ([x, y, z].some((value) => value < 0 || value >= side)) return false;
        return ((bits >> BigInt(x + side * (y + side * z))) & 1n) === 1n;
      },
    }),
  );

/** Of all cells. */
const from = 0;
const to = 5;

/** The surface of a solid in squares of `size` from `low` on, each two triangles; closed, and an edge may have four of them. */
function surfaceOf({ has }: Cells, size: number, low: number): TriangleMesh {
  const positions: number[] = [];
  for (let x = low - size; x <= to; x += size) {
    for (let y = low - size; y <= to; y += size) {
      for (let z = low - size; z <= to; z += size) {
        for (const axis of [0, 1, 2]) {
          const next = [x, y, z];
          next[axis]! += size;
          const inside = has(x, y, z);
          if (inside === has(next[0]!, next[1]!, next[2]!)) continue;
          const corner = (u: number, v: number): number[] => {
            const point = [...next];
            point[(axis + 1) % 3]! += u * size;
            point[(axis + 2) % 3]! += v * size;
            return point;
          };
          const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          if (!inside) square.reverse();
          for (const k of [0, 1, 2, 0, 2, 3]) positions.push(...square[k]!);
        }
      }
    }
  }
  return meshOf(positions, [...positions.keys()].slice(0, positions.length / 3));
}

/**
 * What each unit edge of the grid is to two solids, by the four cells around it: where the surface of one lies on that of the
 * other it bounds the common area if an odd number of its four sides is common; else the surfaces cross when they come in turns.
 */
function unitEdges(a: Cells, b: Cells): Map<string, CurveKind> {
  const found = new Map<string, CurveKind>();
  for (const axis of [0, 1, 2]) {
    for (let x = from; x <= to; x++) {
      for (let y = from; y <= to; y++) {
        for (let z = from; z <= to; z++) {
          const around = (
            [
              [-1, -1],
              [0, -1],
              [0, 0],
              [-1, 0],
            ] as const
          ).map(([u, v]) => {
            const at = [x, y, z];
            at[(axis + 1) % 3]! += u;
            at[(axis + 2) % 3]! += v;
            return [a.has(at[0]!, at[1]!, at[2]!), b.has(at[0]!, at[1]!, at[2]!)] as const;
          });
          const isSide = (i: number, solid: 0 | 1): boolean => around[i]![solid] !== around[(i + 1) % 4]![solid];
          const ofA = [0, 1, 2, 3].filter((i) => isSide(i, 0));
          const ofB = [0, 1, 2, 3].filter((i) => isSide(i, 1));
          if (ofA.length === 0 || ofB.length === 0) continue;
          const common = ofA.filter((i) => ofB.includes(i)).length;
          const kind = common % 2 === 1 ? 'outline' : common > 0 ? null : ofA[1]! - ofA[0]! === 2 ? 'crossing' : 'touching';
          if (kind !== null) found.set(`${axis} ${x} ${y} ${z}`, kind);
        }
      }
    }
  }
  return found;
}

/** How much of each unit edge of the grid lines of a kind cover, to 12 digits; anything off the grid under a name of its own. */
function covered(lines: ContactCurves): Map<string, number> {
  const found = new Map<string, number>();
  for (let line = 0; line < curveCount(lines); line++) {
    const first = lines.firstPoint[line]!;
    const count = lines.firstPoint[line + 1]! - first;
    for (let i = 0; i < lines.firstSegment[line + 1]! - lines.firstSegment[line]!; i++) {
      const start = 3 * (first + i);
      const end = 3 * (first + ((i + 1) % count));
      const [p, q] = [lines.positions.subarray(start, start + 3), lines.positions.subarray(end, end + 3)];
      const axis = [0, 1, 2].find((k) => p[k] !== q[k]) ?? 0;
      const low = Math.min(p[axis]!, q[axis]!);
      const high = Math.max(p[axis]!, q[axis]!);
      for (let at = Math.floor(low); at < high; at++) {
        const cell = [0, 1, 2].map((k) => (k === axis ? at : p[k] === q[k] ? p[k]! : NaN));
        const key = `${curveKinds[lines.kinds[line]!]} ${axis} ${cell.join(' ')}`;
        found.set(key, (found.get(key) ?? 0) + Math.min(high, at + 1) - Math.max(low, at));
      }
    }
  }
  return new Map([...found].map(([key, length]) => [key, Number(length.toFixed(12))]));
}

function linesOf(a: TriangleMesh, b: TriangleMesh): ContactCurves {
  const found = pairs(treed(a), treed(b), identityTransform, defaultValues(pairOptions));
  return contactCurves(contacts(a, b, identityTransform, found.pairs), a, b, identityTransform);
}

describe('contact lines of solids that lie on each other', () => {
  it('are the edges of the grid that the cells say, each once and of its kind', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(cells(2, 2, 0), fc.boolean(), cells(2, 2, 1), cells(2, 1, 1), (solidA, isCoarse, coarse, fine) => {
        const solidB = isCoarse ? coarse : fine;
        const a = surfaceOf(solidA, 2, 0);
        const b = isCoarse ? surfaceOf(solidB, 2, 1) : surfaceOf(solidB, 1, 1);
        const expected = new Map([...unitEdges(solidA, solidB)].map(([edge, kind]) => [`${kind} ${edge}`, 1]));
        for (const lines of [linesOf(a, b), linesOf(b, a)]) {
          expect(covered(lines)).toEqual(expected);
          for (let line = 0; line < curveCount(lines); line++) {
            const kind = curveKinds[lines.kinds[line]!]!;
            const ends = endsOfCurve(lines, line);
            seen.add(`${kind} ${ends?.toSorted().join() ?? 'loop'}`);
            // Nothing ends a line where surfaces cross but an area into which it runs.
            if (kind === 'outline') expect(ends).toBeNull();
            if (kind === 'crossing') expect(new Set(ends ?? [])).toEqual(new Set(ends === null ? [] : ['common-area']));
            if (kind === 'touching') for (const end of ends ?? []) expect(['common-area', 'touch']).toContain(end);
          }
        }
      }),
      { numRuns: fortieth(2000) },
    );
    const kinds = [
      'crossing common-area,common-area',
      'crossing loop',
      'outline loop',
      'touching common-area,touch',
      'touching touch,touch',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(kinds));
  });
});
