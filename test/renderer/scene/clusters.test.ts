import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { defaultValues } from '#core/options/option';
import { healthOptions } from '#core/options/health-options';
import { kindsMarked, selectFinding, toggleKind } from '../../../renderer/commands/finding-actions.ts';
import { cellSize, clusterPoints, frontPoints, minCluster } from '../../../renderer/scene/cluster-points.ts';
import { maxMarkedElements } from '../../../renderer/state/health/shown-kinds.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf } from '../../fixtures/shapes.ts';
import { storeWith } from './scene-fixture.ts';

const camera = new PerspectiveCamera(40, 800 / 600, 0.1, 100);
camera.position.set(1, 2, 6);
camera.lookAt(0, 0, 0);
camera.updateMatrixWorld();
const clip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
const view = { clipFromPoints: clip.elements, width: 800, height: 600 };

describe('clusterPoints', () => {
  it('groups the points of each cell of the screen, as projecting them one by one does', () => {
    const random = seededRandom(5);
    const points = Float32Array.from({ length: 3000 }, () => 8 * (random() - 0.5));
    points[7] = NaN;
    const { clusters, singles, cellOf } = clusterPoints(points, view, null);
    const cells = new Map<string, number[]>();
    for (let i = 0; i < points.length / 3; i++) {
      const point = new Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
      const isAhead = point.clone().sub(camera.position).dot(camera.getWorldDirection(new Vector3())) > 0;
      const { x, y } = point.project(camera);
      const [column, row] = [(x * 0.5 + 0.5) * 800, (0.5 - y * 0.5) * 600];
      if (!isAhead || !(column >= 0 && column < 800 && row >= 0 && row < 600)) {
        expect(cellOf[i]).toBe(-1);
        continue;
      }
      const key = `${Math.floor(column / cellSize)} ${Math.floor(row / cellSize)}`;
      cells.set(key, [...(cells.get(key) ?? []), i]);
    }
    const expected = [...cells.values()].filter((cell) => cell.length >= minCluster);
    expect(clusters.map(({ count }) => count).toSorted()).toEqual(expected.map((cell) => cell.length).toSorted());
    expect([...singles].toSorted()).toEqual(
      [...cells.values()]
        .filter((cell) => cell.length < minCluster)
        .flat()
        .toSorted(),
    );
    for (const { x, y, cell } of clusters) {
      expect(Math.floor(y / cellSize) * Math.ceil(800 / cellSize) + Math.floor(x / cellSize)).toBe(cell);
    }
    expect(expected.length).toBeGreaterThan(10);
  });

  it('leaves out what is cut away, and has no cluster of few points', () => {
    const points = new Float32Array(15);
    expect(clusterPoints(points, view, null).clusters).toHaveLength(1);
    expect(clusterPoints(points, view, (i) => i > 1)).toMatchObject({ clusters: [], singles: Uint32Array.of(2, 3, 4) });
    expect(clusterPoints(points, view, () => false).singles).toHaveLength(0);
  });
});

describe('frontPoints', () => {
  it('leaves out marks that are far behind the nearest one of their cluster', () => {
    const eye = camera.matrixWorldInverse.elements;
    const back = camera.getWorldDirection(new Vector3()).multiplyScalar(3);
    const near = [0, 0, 0, 0.01, 0, 0, 0, 0.02, 0, 0.01, 0.01, 0.01];
    const far = [back.x, back.y, back.z, back.x + 0.01, back.y, back.z];
    const points = Float32Array.from([...far, ...near]);
    const grouped = { clusters: [], singles: new Uint32Array(), cellOf: new Int32Array(6).fill(7) };
    expect([...frontPoints(points, grouped, 7, eye)]).toEqual([2, 3, 4, 5]);
    expect(frontPoints(points, grouped, 8, eye)).toHaveLength(0);
  });
});

describe('the kinds of findings that are marked', () => {
  /** A ball with more unwelded triangles and holes than may be marked together. */
  function storeOf(columns: number): WritableStore {
    const { positions, indices } = ball(columns, 16);
    const loose = meshOf(
      [...indices].flatMap((vertex) => [...positions.slice(3 * vertex, 3 * vertex + 3)]),
      [...indices.keys()].slice(0, -9),
    );
    const store = storeWith([loose]);
    const report = checkHealth(loose, defaultValues(healthOptions));
    store.health.value = new Map([
      [
        1,
        {
          status: { kind: 'done' },
          outcome: { mesh: loose, options: defaultValues(healthOptions), report, shapes: null, milliseconds: 1 },
        },
      ],
    ]);
    return store;
  }

  it('are all of few, and one of many: that which was selected last', () => {
    const few = storeOf(8);
    expect(kindsMarked(few).size).toBeGreaterThan(1);
    const store = storeOf(64);
    const open = store.findings.value.get(1)!.open.map(({ name }) => name);
    expect(open.length).toBeGreaterThan(1);
    expect(64 * 30 * 3).toBeGreaterThan(maxMarkedElements);
    expect([...kindsMarked(store)]).toEqual([open[0]]);
    const last = open.at(-1)!;
    selectFinding(store, 1, last, 0);
    expect([...kindsMarked(store)]).toEqual([last]);
    // Selecting something else keeps it.
    store.history.change('Clear', (scene) => ({ ...scene, selection: null }));
    expect([...kindsMarked(store)]).toEqual([last]);
  });

  it('can be switched one by one, with undo', () => {
    const store = storeOf(64);
    const open = store.findings.value.get(1)!.open.map(({ name }) => name);
    const [first, last] = [open[0]!, open.at(-1)!];
    toggleKind(store, last, 'Last');
    expect([...kindsMarked(store)]).toEqual([first, last]);
    toggleKind(store, first, 'First');
    expect([...kindsMarked(store)]).toEqual([last]);
    store.history.undo();
    store.history.undo();
    expect([...kindsMarked(store)]).toEqual([first]);
  });
});
