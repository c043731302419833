import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, blades, box, joined, knot, meshOf, named, turned } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

/** A strip of so many quads, closed to a ring with half a turn. */
function moebius(quads = 12): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < quads; i++) {
    const around = (2 * Math.PI * i) / quads;
    const tilt = around / 2;
    for (const side of [-0.3, 0.3]) {
      const radius = 1 + side * Math.cos(tilt);
      positions.push(radius * Math.cos(around), radius * Math.sin(around), side * Math.sin(tilt));
    }
  }
  const indices: number[] = [];
  for (let i = 0; i < quads; i++) {
    const a = 2 * i;
    const b = 2 * i + 1;
    const [c, d] = i + 1 < quads ? [2 * i + 2, 2 * i + 3] : [1, 0];
    indices.push(a, c, b, b, c, d);
  }
  return meshOf(positions, indices, 'strip');
}

const small = (at: number): TriangleMesh => box([at, at, at], [at + 0.2, at + 0.2, at + 0.2]);

describe('pieces', () => {
  it('that cannot be wound alike have one side', () => {
    const { count, elements } = finding(moebius(), 'non-orientable-pieces');
    expect([count, elements.words.length, [...elements.groups!]]).toEqual([1, 24, [0, 24]]);
    for (const mesh of [ball(), knot(), turned(ball())]) expect(findingCodes(mesh)).not.toContain('non-orientable-pieces');
  });

  it('that face inward are inside out, unless they bound a cavity', () => {
    expect(finding(turned(box()), 'inside-out-pieces')).toMatchObject({ count: 1, elements: { groups: Uint32Array.of(0, 12) } });
    const cavity = joined([box(), turned(small(0))]);
    expect(findingCodes(cavity)).not.toContain('inside-out-pieces');
    expect(findingCodes(cavity)).not.toContain('nested-pieces');
    const inCavity = joined([box([-3, -3, -3], [3, 3, 3]), turned(box()), small(0), turned(small(0.5))]);
    expect([...finding(inCavity, 'inside-out-pieces').elements.words]).toEqual(Array.from({ length: 12 }, (_, i) => 36 + i));
  });

  it('in the solid part of another are nested', () => {
    const { count, elements } = finding(joined([small(0), box(), small(0.5)]), 'nested-pieces');
    expect([count, [...elements.groups!], elements.words[0], elements.words[12]]).toEqual([2, [0, 12, 24], 0, 24]);
    // In the box of a knot, but not in the knot.
    const nextTo = joined([knot(), box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1])]);
    expect(findingCodes(nextTo)).not.toContain('nested-pieces');
  });

  it('nested a hundred deep are distinguished', () => {
    const dolls = joined(
      Array.from({ length: 100 }, (_, i) =>
        (i % 2 === 0 ? box : (a: number[], b: number[]) => turned(box(a, b)))([-1 - i, -1 - i, -1 - i], [1 + i, 1 + i, 1 + i]),
      ),
    );
    // The outermost is turned, so that every second faces the wrong way.
    const { findings } = { findings: findingCodes(dolls) };
    expect(findings).toContain('inside-out-pieces');
    expect(finding(dolls, 'inside-out-pieces').count).toBe(50);
    // What faces outward in them lies in nothing that is solid.
    expect(findings).not.toContain('nested-pieces');
  });
});

describe('components', () => {
  it('are tiny compared with the whole', () => {
    const crumbs = joined([box(), meshOf([3, 0, 0, 3.001, 0, 0, 3, 0.001, 0], [0, 1, 2])]);
    const { count, elements } = finding(crumbs, 'tiny-components');
    expect([count, [...elements.words], elements.measures!.values[0]]).toEqual([1, [12], expect.closeTo(Math.SQRT2 * 0.001, 12)]);
    expect(findingCodes(crumbs, { tinyComponent: 0 })).not.toContain('tiny-components');
    // The only component is the whole mesh.
    expect(findingCodes(box(), { tinyComponent: 1 })).not.toContain('tiny-components');
  });

  it('float where nothing joins them to the largest', () => {
    const far = box([9, 9, 9], [9.5, 9.5, 9.5]);
    const chain = joined([box(), box([0.9, 0, 0], [2, 0.5, 0.5]), box([1.9, 0, 0], [3, 0.5, 0.5]), far]);
    const { count, elements } = finding(chain, 'floating-components');
    expect([count, elements.words[0]]).toEqual([1, 36]);
    expect(findingCodes(box())).not.toContain('floating-components');
    // The largest need not come first.
    expect(finding(joined([far, box()]), 'floating-components').elements.words[0]).toBe(0);
  });

  it('are held by the solid around them, but for what lies loose in a cavity', () => {
    const cavity = turned(box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]));
    const loose = box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]);
    expect(findingCodes(joined([box(), cavity]))).not.toContain('floating-components');
    expect(findingCodes(joined([box(), loose]))).not.toContain('floating-components');
    expect(finding(joined([box(), cavity, loose]), 'floating-components').elements.words[0]).toBe(24);
  });

  it('are at least none where the search for what joins them ended', () => {
    const crowd = joined([blades(1001, 0), blades(1001, 1)]);
    expect(finding(crowd, 'floating-components', { effort: 1, maxPairs: 1, only: 'floating-components' })).toMatchObject({
      count: 0,
      isAtLeast: true,
    });
  });
});

describe('ghost edges', () => {
  /** Two quads that meet at the y axis, the one on the right rising by so many degrees. */
  const ramp = (degrees: number): TriangleMesh => {
    const x = Math.cos((degrees * Math.PI) / 180);
    const z = Math.sin((degrees * Math.PI) / 180);
    return meshOf([-1, 0, 0, 0, 0, 0, 0, 1, 0, -1, 1, 0, x, 0, z, x, 1, z], [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2]);
  };

  it('are not looked for unless an angle is given', () => {
    expect(findingCodes(ramp(0))).not.toContain('ghost-edges');
  });

  it('are the diagonals of flat quads, concave edges, and those that bend less than the angle', () => {
    // The diagonals are flat: 0 degrees.
    const bends = (degrees: number): number[] =>
      [...finding(ramp(degrees), 'ghost-edges', { ghostAngle: 5 }).elements.measures!.values].toSorted((a, b) => a - b);
    expect(bends(3)).toEqual([expect.closeTo(-3, 10), expect.closeTo(0, 10), expect.closeTo(0, 10)]);
    expect(bends(-3)).toEqual([expect.closeTo(0, 10), expect.closeTo(0, 10), expect.closeTo(3, 10)]);
    expect(bends(-10)).toHaveLength(2);
    // At the angle itself they are real.
    expect(findingCodes(ramp(-90), { ghostAngle: 90, only: 'ghost-edges' })).toEqual(['ghost-edges']);
    expect(finding(ramp(-90), 'ghost-edges', { ghostAngle: 90 }).count).toBe(2);
    expect(bends(80)).toHaveLength(3);
    expect(finding(ramp(80), 'ghost-edges', { ghostAngle: 5 }).detail).toBe('1 of them are concave');
  });

  it('of a box are its six diagonals', () => {
    expect(finding(box(), 'ghost-edges', { ghostAngle: 5 }).count).toBe(6);
  });
});

describe('hulls', () => {
  /** A box with the vertex at (1, 1, 1) pushed in or out along the diagonal. */
  const pushed = (by: number): TriangleMesh => ({
    ...box(),
    positions: box().positions.map((value, i) => (i >= 18 && i < 21 ? value + by : value)),
  });

  it('are looked at where the names of parts say so', () => {
    for (const name of ['UCX_crate', 'ucx_crate_01', 'level/UCX_crate'])
      expect(findingCodes(named(name, pushed(-0.5)))).toContain('dented-hulls');
    for (const name of ['crate', 'crate-col', 'UBX_crate']) expect(findingCodes(named(name, pushed(-0.5)))).not.toContain('dented-hulls');
    expect(findingCodes(named('UCX_crate', pushed(-0.5)), { hulls: 'none' })).not.toContain('dented-hulls');
  });

  it('that the engine computes itself are no error: their dents are reported, and they may be open', () => {
    for (const name of ['crate-convcol', 'crate-convcolonly']) {
      expect(finding(named(name, pushed(-0.5)), 'filled-hulls')).toMatchObject({ count: 1, severity: 'info' });
      const open = named(name, { ...box(), indices: box().indices.slice(3) });
      for (const mesh of [open, named(name, pushed(-0.5))])
        for (const code of ['dented-hulls', 'open-hulls']) expect(findingCodes(mesh)).not.toContain(code);
      expect(findingCodes(named(name, box()))).not.toContain('filled-hulls');
    }
    expect(findingCodes(named('UCX_crate', pushed(-0.5)))).not.toContain('filled-hulls');
    expect(findingCodes(pushed(-0.5), { hulls: 'parts' })).toEqual(['dented-hulls']);
  });

  it('in one plane have no volume', () => {
    const sheet = meshOf([0, 0, 0.1, 3, 0, 0.4, 0, 3, 0.7, 3, 3, 1], [0, 1, 2, 1, 3, 2, 0, 2, 1, 1, 2, 3]);
    expect(finding(named('UCX_crate', sheet), 'flat-hulls')).toMatchObject({ count: 1, elements: { groups: Uint32Array.of(0, 4) } });
    expect(finding(named('crate-convcolonly', sheet), 'flat-hulls').count).toBe(1);
    expect(findingCodes(sheet)).not.toContain('flat-hulls');
    // A millionth thick.
    expect(findingCodes(named('UCX_crate', box([0, 0, 0], [1, 1, 1e-6])))).not.toContain('flat-hulls');
    expect(findingCodes(named('UCX_crate', box()))).not.toContain('flat-hulls');
  });

  it('that are convex have no finding, whichever way they are wound', () => {
    for (const mesh of [box(), ball(), turned(ball()), joined([box(), box([2, 0, 0], [3, 1, 1])])]) {
      expect(findingCodes(mesh, { hulls: 'components' })).not.toContain('dented-hulls');
      expect(findingCodes(mesh, { hulls: 'components' })).not.toContain('open-hulls');
    }
  });

  it('with a dent report the largest violation and the faces', () => {
    const { count, elements } = finding(joined([box([5, 5, 5], [6, 6, 6]), pushed(-0.5)]), 'dented-hulls', { hulls: 'components' });
    expect([count, [...elements.groups!][0]]).toEqual([1, 0]);
    expect(elements.words.length).toBeGreaterThan(0);
    for (const triangle of elements.words) expect(triangle).toBeGreaterThanOrEqual(12);
    expect(elements.measures!.values[0]).toBeGreaterThan(0.2);
    expect(findingCodes(knot(), { hulls: 'parts' })).toContain('dented-hulls');
  });

  it('may be dented by as much as the tolerance says', () => {
    const dent = pushed(-1e-5);
    expect(findingCodes(dent, { hulls: 'parts' })).not.toContain('dented-hulls');
    expect(findingCodes(dent, { hulls: 'parts', hullTolerance: 1e-7 })).toContain('dented-hulls');
  });

  it('with a hole, a flipped triangle or a fin are open', () => {
    const hole = { ...box(), indices: box().indices.slice(3), parts: [] };
    const { count, elements, triangles } = finding(hole, 'open-hulls', { hulls: 'components' });
    expect([count, triangles.length, elements.measures!.values[0]]).toEqual([1, 3, expect.closeTo(4 + Math.sqrt(8), 12)]);
    const one = box().indices;
    const turnedOne = { ...box(), indices: one.map((index, i) => (i === 1 ? one[2]! : i === 2 ? one[1]! : index)) };
    expect(findingCodes(turnedOne, { hulls: 'parts' })).toContain('open-hulls');
    // Two hulls on each other are each closed, though they share the edges.
    expect(findingCodes(joined([box(), box([1, -1, -1], [3, 1, 1])]), { hulls: 'parts' })).not.toContain('open-hulls');
  });
});
