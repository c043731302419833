import { transformOf, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistance, type DistanceResult } from '#core/pair/distance/distance';
import { pairs } from '#core/pair/pairs/pairs';
import { raycast } from '#core/query/ray/ray';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree, TreeKind } from '#core/tree/layout';
import { treeKinds } from '#core/tree/kinds/kinds';
import { dopDirections, slabCounts } from '#core/tree/kinds/dop/dop-directions';
import { buildHull, createHull } from '#core/tree/kinds/obb/hull';
import { hullAxes } from '#core/tree/kinds/obb/hull-axes';
import { axesWord, halfWord } from '#core/tree/kinds/obb/node-obb';
import { rssAxesWord, rssHalfWord, rssRadiusWord } from '#core/tree/kinds/rss/node-rss';
import { radiusWord } from '#core/tree/kinds/sphere/node-sphere';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { quarter } from '../../fixtures/scale.ts';
import { ball, box, knot, placed, soup } from '../../fixtures/shapes.ts';

function treeOf(mesh: TriangleMesh, kind: TreeKind, leafTriangles = 4): Tree {
  return openTree(buildTree(mesh, { kind, leafTriangles }));
}

/** Turned about z, then about x. */
function turned(mesh: TriangleMesh, angle: number): TriangleMesh {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const [u, v] = [c * x - s * y, s * x + c * y];
    positions.set([u, c * v - s * z, s * v + c * z], i);
  }
  return { ...mesh, positions };
}

describe('T10, oriented boxes', () => {
  it('are along the sides of a rotated box, with its half sizes', () => {
    for (const angle of [0, 0.3, 1.1, 2.5]) {
      const tree = treeOf(turned(box([-3, -2, -1], [3, 2, 1]), angle), 'obb', 12);
      expect([...tree.nodesF32.subarray(halfWord, halfWord + 3)].sort((p, q) => p - q).map((half) => half.toFixed(4))).toEqual([
        '1.0000',
        '2.0000',
        '3.0000',
      ]);
    }
  });

  it('take the axes from the surface of the hull, not from inner points or dense vertices', () => {
    const corners = [
      [-3, -2, -1],
      [3, -2, -1],
      [-3, 2, -1],
      [3, 2, -1],
      [-3, -2, 1],
      [3, -2, 1],
      [-3, 2, 1],
      [3, 2, 1],
    ];
    const random = seededRandom(4);
    // A thousand points on a diagonal inside, and a thousand at one corner.
    const inner = Array.from({ length: 1000 }, () => random() * 1.6 - 0.8).map((t) => [t, t, t]);
    const points = Float64Array.from([...corners, ...inner, ...Array.from({ length: 1000 }, () => [3, 2, 1])].flat());
    const axes = new Float64Array(9);
    expect(hullAxes(createHull(), points, points.length / 3, axes)).toBe(8);
    for (let i = 0; i < 9; i++) expect(Math.abs(axes[i]!)).toBeCloseTo(i % 4 === 0 ? 1 : 0, 9);
  });

  it('follow a flat outline, a line, and a point', () => {
    const axesOf = (...points: number[][]): Float64Array => {
      const axes = new Float64Array(9);
      hullAxes(createHull(), Float64Array.from(points.flat()), points.length, axes);
      return axes;
    };
    const flat = axesOf([0, 0, 0], [4, 4, 0], [5, 3, 0], [1, -1, 0], [2, 1, 0]);
    const along = [0, 3, 6].map((at) => Math.abs(flat[at]! + flat[at + 1]!) / Math.SQRT2);
    expect(Math.max(...along)).toBeCloseTo(1, 9);
    const line = axesOf([1, 1, 1], [2, 3, 4], [3, 5, 7]);
    expect(Math.max(...[0, 3, 6].map((at) => Math.abs(line[at]! + 2 * line[at + 1]! + 3 * line[at + 2]!) / Math.sqrt(14)))).toBeCloseTo(
      1,
      9,
    );
    expect([...axesOf([1, 2, 3], [1, 2, 3])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('have at most the surface area of the axis-aligned boxes, up to rounding', () => {
    for (const mesh of [ball(), knot(), turned(box([-3, -2, -1], [3, 2, 1]), 0.7), soup(300, seededRandom(2))]) {
      const plain = treeOf(mesh, 'aabb');
      const oriented = treeOf(mesh, 'obb');
      const scratch = new Float32Array(6);
      expect(plain.nodeCount).toBeGreaterThan(0);
      const larger = Array.from({ length: plain.nodeCount }, (_, node) => node).filter(
        (node) => !(treeKinds.obb.halfArea(oriented, node, scratch) <= treeKinds.aabb.halfArea(plain, node, scratch) * (1 + 1e-5) + 1e-9),
      );
      expect(larger).toEqual([]);
    }
  });

  it('with a half size that is too small or invalid axes are found', () => {
    const mesh = turned(soup(30, seededRandom(9)), 0.4);
    const sound = treeOf(mesh, 'obb', 2);
    const broken = (damage: (tree: Tree) => void): string[] => {
      const tree = openTree(sound.bytes.slice(0));
      damage(tree);
      return checkTree(tree, mesh).map(({ rule }) => rule);
    };
    for (let node = 0; node < sound.nodeCount; node++) {
      for (let k = 0; k < 3; k++)
        expect(broken((tree) => (tree.nodesF32[node * tree.nodeWords + halfWord + k]! *= 0.999))).toContain('vertex');
    }
    expect(broken((tree) => (tree.nodesF32[axesWord]! += 0.01))).toContain('volume');
    expect(broken((tree) => (tree.nodesF32[halfWord] = -1))).toContain('volume');
    expect(broken((tree) => (tree.nodesF32[0] = NaN))).toContain('volume');
  });
});

describe('the hull', () => {
  it('contains all points, and is closed', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = seededRandom(seed);
      const count = 4 + Math.floor(random() * 120);
      // Now and then on a grid, where many lie in one plane.
      const points = Float64Array.from({ length: 3 * count }, () => (seed % 3 === 0 ? Math.floor(random() * 5) / 2 - 1 : 2 * random() - 1));
      const hull = createHull();
      if (!buildHull(hull, points, count)) continue;
      const edges = new Map<string, number>();
      for (let face = 0; face < hull.faceCount; face++) {
        if (hull.alive[face] === 0) continue;
        const [x, y, z, offset] = [0, 1, 2, 3].map((k) => hull.planes[4 * face + k]!) as [number, number, number, number];
        let farthest = -Infinity;
        for (let i = 0; i < 3 * count; i += 3)
          farthest = Math.max(farthest, x * points[i]! + y * points[i + 1]! + z * points[i + 2]! - offset);
        expect(farthest).toBeLessThan(1e-8);
        const of = [0, 1, 2].map((k) => hull.vertices[3 * face + k]!);
        of.forEach((from, k) => edges.set(`${from} ${of[(k + 1) % 3]}`, 1));
      }
      for (const edge of edges.keys()) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    }
  });
});

describe('T11, spheres', () => {
  it('are close to the smallest sphere around a ball and around a box', () => {
    expect(treeOf(ball(), 'sphere').nodesF32[radiusWord]).toBeLessThan(1.001);
    expect(treeOf(box(), 'sphere').nodesF32[radiusWord]).toBeLessThan(Math.sqrt(3) * 1.001);
  });

  it('with a radius one f32 step too small for a vertex are found', () => {
    const mesh = soup(20, seededRandom(6));
    const sound = treeOf(mesh, 'sphere', 1);
    for (let node = 0; node < sound.nodeCount; node++) {
      const tree = openTree(sound.bytes.slice(0));
      tree.nodesF32[node * tree.nodeWords + radiusWord]! *= 1 - 2 ** -21;
      expect(checkTree(tree, mesh).map(({ rule }) => rule)).toContain('vertex');
    }
  });
});

describe('rectangles swept by a sphere', () => {
  it('of a plate have its middle as rectangle, and half its thickness as radius', () => {
    for (const angle of [0, 0.3, 1.1]) {
      // The long edges of a plate are rounded off beyond the plate: at its faces the sphere reaches no farther than the rectangle.
      const words = treeOf(turned(box([-3, -2, -0.25], [3, 2, 0.25]), angle), 'rss', 12).nodesF32;
      expect(words[rssRadiusWord]).toBeCloseTo(0.25, 5);
      expect([words[rssHalfWord], words[rssHalfWord + 1]].map((half) => half!.toFixed(4))).toEqual(['3.0000', '2.0000']);
    }
  });

  it('of a ball are nearly the ball, and of a rounded rod have a short second side', () => {
    const words = treeOf(ball(96, 48), 'rss', 1024).nodesF32;
    expect(words[rssRadiusWord]).toBeCloseTo(1, 2);
    expect(words[rssHalfWord]! + words[rssHalfWord + 1]!).toBeLessThan(0.1);
    const rod = ball(96, 48);
    const long = { ...rod, positions: rod.positions.map((value, i) => (i % 3 === 0 ? value + 4 * Math.sign(value) : value)) };
    const rodWords = treeOf(turned(long, 0.4), 'rss', 1024).nodesF32;
    expect(rodWords[rssRadiusWord]).toBeCloseTo(1, 1);
    expect(rodWords[rssHalfWord]).toBeCloseTo(4, 1);
    expect(rodWords[rssHalfWord + 1]!).toBeLessThan(0.1);
  });

  it('with a radius that is too small, or invalid numbers, are found', () => {
    const mesh = turned(soup(20, seededRandom(6)), 0.4);
    const sound = treeOf(mesh, 'rss', 1);
    const broken = (damage: (words: Float32Array) => void): string[] => {
      const tree = openTree(sound.bytes.slice(0));
      damage(tree.nodesF32);
      return checkTree(tree, mesh).map(({ rule }) => rule);
    };
    expect(sound.nodeCount).toBeGreaterThan(20);
    for (let node = 0; node < sound.nodeCount; node++) {
      const at = node * sound.nodeWords + rssRadiusWord;
      expect(broken((words) => (words[at] = words[at]! * (1 - 2 ** -9) - 1e-6))).toContain(
        sound.nodesF32[at]! > 2e-6 ? 'vertex' : 'volume',
      );
    }
    expect(broken((words) => (words[rssAxesWord]! += 0.01))).toContain('volume');
    expect(broken((words) => (words[rssHalfWord] = -1))).toContain('volume');
    expect(broken((words) => (words[rssHalfWord] = Infinity))).toContain('volume');
    expect(broken((words) => (words[0] = NaN))).toContain('volume');
  });

  it('bound the distance of two meshes more closely than boxes do, with the same distance and witness', () => {
    const [a, b] = [turned(knot(2, 3, 96, 12), 0.3), turned(ball(48, 24), 0.7)];
    const random = seededRandom(5);
    const within = (max: number): number => max * (2 * random() - 1);
    const measured = (kind: TreeKind, aFromB: Transform): DistanceResult =>
      meshDistance({ mesh: a, tree: treeOf(a, kind) }, { mesh: b, tree: treeOf(b, kind) }, aFromB);
    let [boxes, swept] = [0, 0];
    for (let round = 0; round < quarter(12); round++) {
      const scale = [1 + within(0.3), 1, round % 3 === 0 ? 0.4 : 1] as const;
      const aFromB = transformOf({ translate: [5, within(3), within(3)], rotateDegrees: [within(180), within(180), within(180)], scale });
      const [plain, rss] = [measured('aabb', aFromB), measured('rss', aFromB)];
      expect(rss.distance).toBe(plain.distance);
      expect(rss.witness).toEqual(plain.witness);
      boxes += plain.stats.nodePairsTested;
      swept += rss.stats.nodePairsTested;
    }
    expect(swept).toBeLessThan(0.7 * boxes);
  });
});

describe('T12, k-DOPs', () => {
  it('have k / 2 different directions, and contain the vertices of their node', () => {
    for (const kind of ['dop6', 'dop14', 'dop18', 'dop26'] as const) {
      const directions = dopDirections[kind];
      const lines = new Set(
        Array.from({ length: directions.length / 3 }, (_, i) =>
          [...directions.subarray(3 * i, 3 * i + 3)]
            .map((c) => c * (directions.subarray(3 * i, 3 * i + 3).find((d) => d !== 0) ?? 1))
            .join(),
        ),
      );
      expect(lines.size).toBe(slabCounts[kind]);
      expect(2 * slabCounts[kind]).toBe(Number(kind.slice(3)));
      // The ball of radius 1 reaches as far along a direction as its length, less what the facets cut off.
      const tree = treeOf(ball(96, 48), kind);
      for (let slab = 0; slab < slabCounts[kind]; slab++) {
        const length = Math.hypot(...directions.subarray(3 * slab, 3 * slab + 3));
        expect(tree.nodesF32[slab]! / length).toBeCloseTo(-1, 2);
        expect(tree.nodesF32[slabCounts[kind] + slab]! / length).toBeCloseTo(1, 2);
      }
    }
  });

  it('with a slab one f32 step too small are found', () => {
    const mesh = soup(20, seededRandom(6));
    const sound = treeOf(mesh, 'dop26', 1);
    for (let node = 0; node < sound.nodeCount; node++) {
      for (let word = 0; word < 26; word++) {
        const tree = openTree(sound.bytes.slice(0));
        const at = node * tree.nodeWords + word;
        const step = Math.abs(tree.nodesF32[at]!) * 2 ** -22;
        tree.nodesF32[at]! += word < 13 ? step : -step;
        expect(checkTree(tree, mesh).map(({ rule }) => rule)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^(vertex|child-box)$/)]),
        );
      }
    }
  });
});

describe('tighter kinds', () => {
  const mesh = turned(knot(), 0.5);
  const ray = { origin: [-3, 0.2, 0.1], direction: [1, 0, 0], far: Infinity } as const;

  it('test fewer triangles and fewer pairs of nodes than boxes do', () => {
    const aFromB = transformOf({ translate: [0.9, 0.4, 0.1], rotateDegrees: [20, 40, 60], scale: [1, 1, 1] });
    const costOf = (kind: TreeKind): number => {
      const treed = { mesh, tree: treeOf(mesh, kind, 1) };
      return pairs(treed, treed, aFromB, { maxPairs: 5_000_000 }).stats.nodePairsTested;
    };
    const plain = costOf('aabb');
    expect(costOf('dop6')).toBe(plain);
    for (const kind of ['dop14', 'dop18', 'dop26', 'obb'] as const) expect(costOf(kind)).toBeLessThan(plain);
    const tested = (kind: TreeKind): number => raycast(treeOf(mesh, kind), mesh, ray, { mode: 'all', cull: false }).stats.trianglesTested;
    expect(tested('obb')).toBeLessThanOrEqual(tested('aabb'));
  });

  it.each(['sphere', 'obb', 'dop14', 'dop26'] as const)('of kind %s are valid beyond the range of f32, and if squares vanish', (kind) => {
    for (const scale of [1e-200, 1e-160, 1e160, 1e300]) {
      const far = placed(soup(40, seededRandom(3)), scale);
      const tree = treeOf(far, kind);
      expect(checkTree(tree, far)).toEqual([]);
      const plain = treeOf(far, 'aabb');
      const shot = { origin: [-3 * scale, 0, 0], direction: [1, 0.01, 0.02], far: Infinity } as const;
      const all = { mode: 'all', cull: false } as const;
      expect(raycast(tree, far, shot, all).hits).toEqual(raycast(plain, far, shot, all).hits);
      const sphere = { center: [0, 0, 0], radius: 0.5 * scale } as const;
      const facts = { isClosed: false };
      expect(sphereOverlap(tree, far, sphere, facts).touches).toEqual(sphereOverlap(plain, far, sphere, facts).touches);
    }
  });
});
