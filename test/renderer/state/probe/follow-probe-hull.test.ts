import { describe, expect, it } from 'vitest';
import { convexHull } from '#core/convex/hull/convex-hull';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { cancelHull, chooseProbeKind, setProbeHull, takeHullOf } from '../../../../renderer/commands/probe-actions.ts';
import { followProbeHull } from '../../../../renderer/state/probe/follow-probe-hull.ts';
import { firstProbe } from '../../../../renderer/state/probe/place-probe.ts';
import type { FromProbeHullWorker, ToProbeHullWorker } from '../../../../renderer/state/probe/probe-hull-messages.ts';
import { serveProbeHull } from '../../../../renderer/workers/serve-probe-hull.ts';
import { ball, box, placed } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const shape = firstProbe('hull', [0, 0, 1], [0, 0, 1], 0.4);

/** A store whose workers compute when told to. */
function started(...meshes: readonly TriangleMesh[]) {
  const store = storeWith(meshes, { probe: { document: 1, shape } });
  const posted: ToProbeHullWorker[] = [];
  let ended = 0;
  let tell = (_: FromProbeHullWorker): void => {};
  let lose = (_: string): void => {};
  let refuses = false;
  const stop = followProbeHull(
    store,
    (message, lost) => {
      [tell, lose] = [message, lost];
      const post = (sent: ToProbeHullWorker): void => {
        if (refuses) throw new RangeError('Array buffer allocation failed');
        posted.push(sent);
      };
      return { post, terminate: () => void ended++ };
    },
    (document, vertices) => setProbeHull(store, document, vertices),
  );
  const points = (): readonly Vec3[] => {
    const { shape: now } = store.scene.value.probe!;
    return now.kind === 'hull' ? now.points : [];
  };
  const compute = (): void => serveProbeHull({ post: (message) => tell(message), now: () => performance.now() }, posted.at(-1)!);
  return {
    store,
    posted,
    stop,
    points,
    compute,
    ended: () => ended,
    tell: () => tell,
    lose: () => lose,
    refuse: () => void (refuses = true),
  };
}

describe('the hull of a mesh as a probe', () => {
  it('has the corners of that mesh, and finds what it overlaps', () => {
    const { store, points, compute, ended } = started(ball(8, 6), placed(box(), 0.5, [0.75, 0, 0]));
    takeHullOf(store, 2);
    expect(store.probeHull.value).toEqual({ kind: 'running', document: 2, fraction: 0 });
    compute();
    expect(store.probeHull.value).toEqual({ kind: 'none' });
    expect(ended()).toBe(1);
    expect(points()).toHaveLength(8);
    expect(points().every((point) => convexHull(Float64Array.from(point)).dimension === 0)).toBe(true);
    expect(store.probe.value!.triangles.length).toBeGreaterThan(10);
    expect(store.history.marks.value.at(-1)!.title).toBe('Hull of 2.obj');
  });

  it('is replaced by one with fewer points around it where it has many', () => {
    const { store, points, compute } = started(ball(16, 10), box());
    takeHullOf(store, 1);
    compute();
    expect(points().length).toBeLessThanOrEqual(128);
    expect(points().length).toBeGreaterThan(32);
    expect(Math.max(...points().map(([x]) => x))).toBeGreaterThanOrEqual(1 - 1e-9);
  });

  it('is cancelled, also by another mesh, and its late messages change nothing', () => {
    const { store, posted, points, tell, ended } = started(ball(8, 6), box());
    const before = points();
    takeHullOf(store, 2);
    tell()({ kind: 'progress', fraction: 0.5 });
    expect(store.probeHull.value).toEqual({ kind: 'running', document: 2, fraction: 0.5 });
    // Progress starts no other worker.
    expect(posted).toHaveLength(1);
    const late = tell();
    takeHullOf(store, 1);
    expect([posted.length, ended()]).toEqual([2, 1]);
    late({ kind: 'done', vertices: new Float64Array(12) });
    expect(store.probeHull.value).toEqual({ kind: 'running', document: 1, fraction: 0 });
    cancelHull(store);
    tell()({ kind: 'done', vertices: new Float64Array(12) });
    expect([store.probeHull.value, points(), ended()]).toEqual([{ kind: 'none' }, before, 2]);
  });

  it('ends where the probe gets another shape, which it leaves, and so does its error', () => {
    const { store, compute, lose, ended } = started(ball(8, 6), box());
    takeHullOf(store, 2);
    chooseProbeKind(store, 'sphere');
    expect([store.probeHull.value, ended()]).toEqual([{ kind: 'none' }, 1]);
    const { probe } = store.scene.value;
    compute();
    expect(store.scene.value.probe).toBe(probe);
    chooseProbeKind(store, 'hull');
    takeHullOf(store, 2);
    lose()('');
    expect(store.probeHull.value.kind).toBe('failed');
    store.history.undo();
    expect(store.probeHull.value).toEqual({ kind: 'none' });
  });

  it('is that of the pose at the start while an animation plays, and of a later pose where it is taken again', () => {
    const { store, posted, points, compute, ended } = started(ball(8, 6), box());
    const show = (mesh: TriangleMesh): void => {
      store.documents.value = store.documents.value.map((document) =>
        document.summary.id === 2 ? { ...document, mesh: { ...document.mesh!, mesh } } : document,
      );
    };
    takeHullOf(store, 2);
    for (const shift of [1, 2, 3]) show(placed(box(), 1, [shift, 0, 0]));
    expect([posted.length, ended()]).toEqual([1, 0]);
    takeHullOf(store, 2);
    expect([posted.length, ended()]).toEqual([2, 1]);
    compute();
    expect(points().map(([x]) => x)).toEqual(expect.arrayContaining([placed(box(), 1, [3, 0, 0]).positions[0]]));
  });

  it('reports a mesh without triangles, and a worker that ends', () => {
    const { store, compute, lose } = started(ball(8, 6), { positions: new Float64Array(9), indices: new Uint32Array(), parts: [] });
    takeHullOf(store, 2);
    compute();
    expect(store.probeHull.value).toMatchObject({ kind: 'failed', problem: { code: 'no-triangles' } });
    takeHullOf(store, 1);
    lose()('out of memory');
    expect(store.probeHull.value).toMatchObject({ kind: 'failed', problem: { code: 'worker-lost', detail: 'out of memory' } });
    cancelHull(store);
    expect(store.probeHull.value).toEqual({ kind: 'none' });
  });

  it('reports a mesh that the worker cannot get for want of memory', () => {
    const { store, ended, refuse } = started(ball(8, 6), box());
    refuse();
    takeHullOf(store, 2);
    expect(store.probeHull.value).toMatchObject({ kind: 'failed', document: 2 });
    expect(ended()).toBe(1);
  });

  it('ends where its mesh is closed, or not there, and so does its error', () => {
    const { store, posted, ended, lose } = started(ball(8, 6), box(), box());
    const close = (id: number): void => {
      store.documents.value = store.documents.value.filter(({ summary }) => summary.id !== id);
    };
    takeHullOf(store, 7);
    expect([store.probeHull.value, posted]).toEqual([{ kind: 'none' }, []]);
    takeHullOf(store, 2);
    close(2);
    expect([store.probeHull.value, posted.length, ended()]).toEqual([{ kind: 'none' }, 1, 1]);
    takeHullOf(store, 3);
    lose()('');
    expect(store.probeHull.value).toMatchObject({ kind: 'failed', document: 3 });
    close(3);
    expect(store.probeHull.value).toEqual({ kind: 'none' });
  });
});
