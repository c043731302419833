import { joltGrid } from '#core/engines/jolt-grid';
import { mergeNear } from '#core/engines/merge-near';
import { cornerSet } from '#core/engines/corner-set';
import { cleanPhysx } from '#core/engines/clean-physx';
import { type HeldTriangles, roundMesh } from '#core/engines/round-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JoltShapes, startJolt } from '../../fixtures/held-by-jolt.ts';
import { type Physx, startPhysx } from '../../fixtures/physx-mesh.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, knot, meshOf, placed } from '../../fixtures/shapes.ts';

let jolt: JoltShapes;
let physx: Physx;
beforeAll(async () => {
  jolt = await startJolt();
  physx = await startPhysx();
});

/** Random triangles among few points: with repeated, flat, thin, turned and nearly equal ones. */
function roughMesh(seed: number): TriangleMesh {
  const random = seededRandom(seed);
  const size = 10 ** (random() * 6 - 2);
  const positions: number[] = [];
  for (let i = 0; i < 40; i++) {
    const from = i > 4 && random() < 0.4 ? 3 * Math.floor(random() * i) : -1;
    const near = size * 10 ** (-3 - 6 * random());
    for (let k = 0; k < 3; k++)
      positions.push(from < 0 ? size * (random() - 0.5) : positions[from + k]! + (random() < 0.5 ? 0 : near * random()));
  }
  const indices: number[] = [];
  for (let i = 0; i < 120; i++) {
    const [a, b, c] = [0, 1, 2].map(() => Math.floor(random() * 40)) as [number, number, number];
    indices.push(a, b, c);
    if (random() < 0.2) indices.push(a, b, c);
    if (random() < 0.2) indices.push(b, c, a);
    if (random() < 0.2) indices.push(a, c, b);
  }
  return meshOf(positions, indices);
}

/** The triangles as text, each from its lowest corner, sorted. */
function triangleTexts(corners: ArrayLike<number>): readonly string[] {
  return Array.from({ length: corners.length / 9 }, (_, t) => {
    const points = [0, 1, 2].map((k) => [0, 1, 2].map((i) => corners[9 * t + 3 * k + i]! + 0).join(' '));
    const first = points.indexOf(points.toSorted()[0]!);
    return [0, 1, 2].map((k) => points[(first + k) % 3]!).join(', ');
  }).sort();
}

function cornersOf({ positions, indices }: Pick<HeldTriangles, 'positions' | 'indices'>): Float64Array {
  return Float64Array.from({ length: 3 * indices.length }, (_, i) => positions[3 * indices[Math.floor(i / 3)]! + (i % 3)]!);
}

/** Whether vertices are merged that are farther apart than the distance: there the order of comparisons decides in Jolt. */
function hasLongChains({ positions, indices }: TriangleMesh): boolean {
  const rounded = positions.map(Math.fround);
  const merged = mergeNear(rounded, indices, 1e-4);
  const used = [...new Set(indices)];
  return used.some((a) =>
    used.some((b) => merged[a] === merged[b] && Math.hypot(...[0, 1, 2].map((k) => rounded[3 * a + k]! - rounded[3 * b + k]!)) > 1e-4),
  );
}

const rough = Array.from({ length: 200 }, (_, seed) => roughMesh(seed + 1));
const far = [ball(24, 12), knot(2, 3, 24, 6), placed(ball(24, 12), 1000, [12345.6, 77, -5]), placed(knot(2, 3, 24, 6), 1e-3)];

describe('near vertices', () => {
  /** The lowest vertex that is near through others, in the order of use, by comparing all pairs. */
  function mergeAllPairs(positions: Float64Array, distance: number): readonly number[] {
    const count = positions.length / 3;
    const sets = Array.from({ length: count }, (_, i) => i);
    const near = (a: number, b: number): boolean => {
      const squares = [0, 1, 2].map((k) => Math.fround(Math.fround(positions[3 * a + k]! - positions[3 * b + k]!) ** 2));
      const sum = Math.fround(Math.fround(squares[0]! + squares[1]!) + squares[2]!);
      return sum <= Math.fround(Math.fround(distance) ** 2);
    };
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (let a = 0; a < count; a++) {
        for (let b = 0; b < count; b++) {
          if (sets[b]! <= sets[a]! || !near(a, b)) continue;
          sets[b] = sets[a]!;
          isChanged = true;
        }
      }
    }
    return sets;
  }

  it('are those of a comparison of all pairs, at any density', () => {
    const random = seededRandom(11);
    let merged = 0;
    for (let run = 0; run < 60; run++) {
      const size = 10 ** (-5 + 3 * random());
      const away = run % 3 === 0 ? 1000 : 0;
      const positions = Float64Array.from({ length: 3 * 120 }, () =>
        Math.fround(away + size * Math.round(40 * random()) * (run % 2 === 0 ? 1 / 40 : 1)),
      );
      const indices = Uint32Array.from({ length: 120 }, (_, i) => i);
      const wanted = mergeAllPairs(positions, 1e-4);
      expect(Array.from(mergeNear(positions, indices, 1e-4)), `run ${run}`).toEqual(wanted);
      merged += wanted.filter((vertex, i) => vertex !== i).length;
    }
    expect(merged).toBeGreaterThan(1000);
    expect(merged).toBeLessThan(60 * 119);
  });

  it('of a part that is smaller than the distance are merged without comparing all pairs', () => {
    const random = seededRandom(3);
    const count = 300_000;
    const positions = Float64Array.from({ length: 3 * count }, () => Math.fround(3e-4 * random()));
    const merged = mergeNear(
      positions,
      Uint32Array.from({ length: count }, (_, i) => i),
      1e-4,
    );
    expect(merged.every((vertex) => vertex === 0)).toBe(true);
  });

  /** Two rows along a diagonal, each shorter than the distance of 2. Their boxes overlap, and no two points of them are near. */
  function twoRows(count: number): Float64Array {
    return Float64Array.from({ length: 6 * count }, (_, i) => {
      const [row, along, k] = [Math.floor(i / 3 / count), Math.floor(i / 3) % count, i % 3];
      return Math.fround(k === 2 ? 0 : (1.4 * along) / count + (k === 0 ? 1.45 : -1.45) * row);
    });
  }

  /** Two square sheets that are tilted by 45°, at some distance. */
  function twoSheets(side: number, distance: number): Float64Array {
    return Float64Array.from({ length: 6 * side * side }, (_, i) => {
      const [sheet, at, k] = [Math.floor(i / 3 / side ** 2), Math.floor(i / 3) % side ** 2, i % 3];
      const [x, across] = [(at % side) / side, Math.floor(at / side) / side];
      return Math.fround(k === 0 ? x : (across + (k === 1 ? -distance : distance) * sheet) * Math.SQRT1_2);
    });
  }

  it.each([
    ['rows', twoRows(16_000), 2],
    ['sheets', twoSheets(300, 0.105), 0.1],
  ])('of two %s that are just too far apart are found without comparing all pairs', (_, positions, distance) => {
    const count = positions.length / 3;
    const reports: number[] = [];
    const merged = mergeNear(
      positions,
      Uint32Array.from({ length: count }, (_, i) => i),
      distance,
      (fraction) => reports.push(fraction),
    );
    expect(merged.every((vertex, i) => vertex === (i < count / 2 ? 0 : count / 2))).toBe(true);
    // A report is 16,384 steps.
    expect(reports.length * 2 ** 14).toBeLessThan(150 * count);
    expect(reports).toEqual(reports.toSorted((a, b) => a - b));
    expect(reports.length < 10 || new Set(reports).size > 4).toBe(true);
  });

  it('of dense parts at about the distance are those of a comparison of all pairs', () => {
    const random = seededRandom(12);
    let [one, two] = [0, 0];
    for (let run = 0; run < 40; run++) {
      const positions = twoSheets(9, 0.139 + 0.006 * random()).map((value) => Math.fround(0.05 * value + 1e-4 * random()));
      const merged = Array.from(
        mergeNear(
          positions,
          Uint32Array.from({ length: 162 }, (_, i) => i),
          0.007,
        ),
      );
      expect(merged, `run ${run}`).toEqual(mergeAllPairs(positions, 0.007));
      if (new Set(merged).size === 1) one++;
      else two++;
    }
    expect([one > 0, two > 0]).toEqual([true, true]);
  });

  it('can be cancelled', () => {
    const random = seededRandom(4);
    const positions = Float64Array.from({ length: 3 * 200_000 }, () => Math.fround(random()));
    const indices = Uint32Array.from({ length: 200_000 }, (_, i) => i);
    const cancel = (): never => {
      throw new Error('cancelled');
    };
    expect(() => mergeNear(positions, indices, 1e-4, cancel)).toThrow('cancelled');
    const mesh: TriangleMesh = { positions, indices: indices.subarray(0, 199_998), parts: [] };
    expect(() => joltGrid(mesh, 1e-4, cancel)).toThrow('cancelled');
  });
});

it('a set of corners holds each triple once', () => {
  const random = seededRandom(9);
  const set = cornerSet(5000);
  const known = new Set<string>();
  for (let i = 0; i < 5000; i++) {
    const corners = [0, 1, 2].map(() => Math.floor(12 * random()) * 2 ** 27) as [number, number, number];
    expect(set.add(...corners)).toBe(!known.has(corners.join()));
    known.add(corners.join());
  }
  expect(known.size).toBeLessThan(4000);
});

describe('triangles as Jolt holds them', () => {
  it('are bit for bit those of Jolt', () => {
    let vanished = 0;
    for (const [i, mesh] of [...rough, ...far].entries()) {
      const theirs = jolt.mesh(mesh, 'indexed');
      const ours = joltGrid(mesh, 0);
      if (typeof theirs === 'string') expect(ours.kept.length, theirs).toBe(0);
      else expect(triangleTexts(cornersOf(ours)), `mesh ${i}`).toEqual(triangleTexts(theirs));
      vanished += mesh.indices.length / 3 - ours.kept.length;
    }
    expect(vanished).toBeGreaterThan(1000);
  });

  it('of a list, as Godot makes it, have merged vertices', () => {
    const clear = [...rough, ...far].filter((mesh) => !hasLongChains(mesh));
    expect(clear.length).toBeGreaterThan(150);
    for (const [i, mesh] of clear.entries()) {
      const theirs = jolt.mesh(mesh, 'list');
      const ours = joltGrid(mesh, 1e-4);
      if (typeof theirs === 'string') expect(ours.kept.length, theirs).toBe(0);
      else expect(triangleTexts(cornersOf(ours)), `mesh ${i}`).toEqual(triangleTexts(theirs));
    }
  });
});

describe('triangles as PhysX holds them', () => {
  it('are those that PhysX cooks', () => {
    let vanished = 0;
    for (const [i, mesh] of [...rough, ...far].entries()) {
      const { kept, indices } = cleanPhysx(mesh);
      const held = physx.cook(mesh);
      expect([kept.length, new Set(indices).size], `mesh ${i}`).toEqual([held.triangles, held.vertices]);
      vanished += mesh.indices.length / 3 - kept.length;
    }
    expect(vanished).toBeGreaterThan(1000);
  });
});

describe('rounded triangles', () => {
  it('are those that Rapier holds, bit for bit', async () => {
    const { default: rapier } = await import('@dimforge/rapier3d-compat');
    await rapier.init();
    const world = new rapier.World({ x: 0, y: 0, z: 0 });
    for (const mesh of [...rough.slice(0, 40), ...far]) {
      const collider = world.createCollider(rapier.ColliderDesc.trimesh(Float32Array.from(mesh.positions), mesh.indices));
      const { positions, indices } = roundMesh(mesh);
      expect(Float64Array.from(collider.vertices())).toEqual(positions);
      expect(collider.indices()).toEqual(indices);
    }
  });

  it('leave out triangles that are not finite in 32-bit floats', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1e39, 0, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3, 0, 1, 4]);
    expect(Array.from(roundMesh(mesh).kept)).toEqual([0]);
    expect(Array.from(cleanPhysx(mesh).kept)).toEqual([0]);
    expect(Array.from(joltGrid(mesh, 0).kept)).toEqual([0]);
  });
});
