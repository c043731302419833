import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { frustumOverlapBruteForce } from '#core/query/frustum/brute-force';
import { hullOverlapBruteForce } from '#core/query/hull/brute-force';
import { nearestBruteForce } from '#core/query/nearest/brute-force';
import { planeOverlapBruteForce } from '#core/query/plane/brute-force';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { segmentCastBruteForce } from '#core/query/segment/brute-force';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { triangleOverlapBruteForce } from '#core/query/triangle/brute-force';
import { chooseProbeKind, changeProbe, previewProbe } from '../../../../renderer/commands/probe-actions.ts';
import { firstProbe, probeMiddle, movedProbe, probeAt, roundLength } from '../../../../renderer/state/probe/place-probe.ts';
import { probeKinds, type ProbeKind, type ProbeShape } from '../../../../renderer/state/probe/probe-shapes.ts';
import { probeSweep } from '../../../../renderer/state/probe/probe-sweep.ts';
import { frustumCorners, frustumMatrix, probeBox } from '../../../../renderer/state/probe/probe-solids.ts';
import { maxPins } from '../../../../renderer/state/probe/probe.ts';
import { removePin, renamePin, repeatPin, whyNoPin } from '../../../../renderer/commands/pin-actions.ts';
import { withoutProbe, withProbePinned, withProbesMoved } from '../../../../renderer/state/probe/probe-edits.ts';
import { withoutDocument, withTool } from '../../../../renderer/state/store/scene-edits.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const mesh = ball(32, 16);
const at: Vec3 = [0, 0, 1];
const up: Vec3 = [0, 0, 1];

/** The triangles that a shape must find, by its twin; `null` for shapes that find none. */
function bruteForce(shape: ProbeShape): readonly number[] | null {
  switch (shape.kind) {
    case 'ray':
      return raycastBruteForce(mesh, shape, { mode: 'all', cull: false }).hits.map(({ triangle }) => triangle);
    case 'segment':
      return segmentCastBruteForce(mesh, shape, false).map(([, triangle]) => triangle);
    case 'polygon':
    case 'slice':
      return null;
    case 'sphere':
      return sphereOverlapBruteForce(mesh, shape).touches.map(({ triangle }) => triangle);
    case 'within':
      return sphereOverlapBruteForce(mesh, { center: shape.point, radius: shape.distance }).touches.map(({ triangle }) => triangle);
    case 'box':
      return [...boxOverlapBruteForce(mesh, probeBox(shape))];
    case 'capsule':
      return [...capsuleOverlapBruteForce(mesh, shape)];
    case 'triangle':
      return [...triangleOverlapBruteForce(mesh, shape)];
    case 'plane':
      return [...planeOverlapBruteForce(mesh, shape, shape.thickness)];
    case 'frustum':
      return [...frustumOverlapBruteForce(mesh, { clipFromMesh: frustumMatrix(shape) })];
    case 'hull':
      return [...hullOverlapBruteForce(mesh, shape)];
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull': {
      // The lowest of the triangles that are touched first.
      const { interval } = sweepShape(treed(mesh).tree, mesh, probeSweep(shape));
      return sweepBruteForce(mesh, probeSweep(shape), interval).intervalTriangles.slice(0, 1);
    }
    case 'closest':
      return nearestBruteForce(mesh, shape.point, shape.count).closest.map(({ triangle }) => triangle);
    case 'inside':
      return nearestBruteForce(mesh, shape.point, 1).closest.map(({ triangle }) => triangle);
  }
}

describe('the result of the probe', () => {
  it.each(probeKinds.map((kind) => [kind] as const))('%s: has the triangles of brute force, each with its row', (kind) => {
    const shape = firstProbe(kind, at, up, 0.3);
    const store = storeWith([mesh], { probe: { document: 1, shape } });
    const outcome = store.probe.value!;
    expect(store.probeProblem.value).toBeNull();
    const wanted = bruteForce(shape);
    if (kind === 'slice') return expect(outcome.triangles).toHaveLength(0);
    if (wanted === null) return expect(outcome.polygon).toMatchObject({ inside: true, point: [0, 0, 1] });
    expect(wanted.length).toBeGreaterThan(0);
    expect([...Array.from(outcome.triangles)]).toEqual(wanted);
    expect(wanted.map((_, i) => outcome.rowAt(i).triangle)).toEqual(wanted);
    expect(outcome.stats!.trianglesTested).toBeLessThanOrEqual(2 * mesh.indices.length);
  });

  it('reports winding number and signed distance of a point inside', () => {
    const store = storeWith([mesh], { probe: { document: 1, shape: { kind: 'inside', point: [0, 0, 0.5] } } });
    const { result, signedDistance } = store.probe.value!.inside!;
    expect(result).toMatchObject({ inside: true, winding: 1 });
    expect(signedDistance).toBeCloseTo(-0.5, 1);
  });

  it('is that of the probe under the pointer while there is one', () => {
    const placed = { document: 1, shape: firstProbe('closest', at, up, 0.3) };
    const store = storeWith([mesh], { probe: placed, tool: 'probe' });
    const over = { document: 1, shape: firstProbe('sphere', [0, 1, 0], [0, 1, 0], 0.2) };
    store.probeHover.value = over;
    expect(store.probe.value!.input).toBe(over);
    store.history.change('Tool', (scene) => withTool(scene, 'ray'));
    expect(store.probe.value!.input).toBe(placed);
    store.history.undo();
    expect(store.probe.value!.input).toBe(over);
    store.probeHover.value = null;
    expect(store.probe.value!.input).toBe(placed);
  });

  it.each([
    ['box', { kind: 'box', center: [0, 0, 0], size: [-1, 1, 1], rotate: [0, 0, 0] }],
    ['frustum', { kind: 'frustum', eye: [0, 0, 0], target: [0, 0, 0], angle: 45, aspect: 1, near: 1, far: 2 }],
    ['sides of a frustum', { kind: 'frustum', eye: [0, 0, 0], target: [0, 0, 1], angle: 45, aspect: 1, near: 2, far: 1 }],
    ['ray', { kind: 'ray', origin: [0, 0, 0], direction: [0, 0, 0], far: 1 }],
    ['plane', { kind: 'plane', point: [0, 0, 0], normal: [0, 0, 0], thickness: 0 }],
  ] as const)('reports an impossible %s', (_, shape) => {
    const store = storeWith([mesh], { probe: { document: 1, shape: shape as ProbeShape } });
    expect(store.probe.value).toBeNull();
    expect(store.probeProblem.value?.code).toBe('invalid-argument');
  });

  it('needs a tree', () => {
    const store = storeWith([mesh], { probe: { document: 1, shape: firstProbe('box', at, up, 0.3) }, trees: new Map() });
    expect(store.probeProblem.value?.message).toBe('There is no tree yet');
  });

  it('is removed with its document', () => {
    const { scene } = storeWith([mesh], { probe: { document: 1, shape: firstProbe('box', at, up, 0.3) } });
    expect(withoutDocument(scene.value, 1, null).probe).toBeNull();
    expect(withoutDocument(scene.value, 2, null).probe).toBe(scene.value.probe);
    expect(withoutProbe(scene.value).probe).toBeNull();
  });
});

describe('changes of the probe', () => {
  it('keep its place when it becomes another shape, as one step each', () => {
    const store = storeWith([mesh], { probe: { document: 1, shape: firstProbe('box', at, up, 0.3) } });
    chooseProbeKind(store, 'capsule');
    expect(store.scene.value.probe!.shape.kind).toBe('capsule');
    expect(probeMiddle(store.scene.value.probe!.shape)).toEqual(at);
    chooseProbeKind(store, 'capsule');
    expect(store.history.marks.value.map(({ title }) => title)).toEqual(['Start', 'Probe: capsule']);
  });

  it('keep its place through every shape of the list', () => {
    const typed = [0.1, 0.9, 1] as const;
    const store = storeWith([mesh], { probe: { document: 1, shape: firstProbe('box', typed, up, 0.3) } });
    expect(probeKinds.length).toBeGreaterThan(10);
    for (const kind of [...probeKinds, 'box' as const]) chooseProbeKind(store, kind);
    expect(store.scene.value.probe!.shape).toMatchObject({ kind: 'box', center: typed });
  });

  it('make a probe in the middle of the mesh from the first number, and stop following the pointer', () => {
    const store = storeWith([mesh]);
    chooseProbeKind(store, 'sphere');
    previewProbe(store, 'radius', 0.5);
    expect(store.history.previewing.value).toBe(true);
    changeProbe(store, 'Radius 0.25', 'radius', 0.25);
    expect(store.scene.value.probe).toEqual({ document: 1, shape: { kind: 'sphere', center: [0, 0, 0], radius: 0.25 } });
    expect(store.probeFollows.value).toBe(false);
    store.history.undo();
    expect(store.scene.value.probe).toBeNull();
  });
});

describe('the place of a probe', () => {
  const moving: readonly ProbeKind[] = ['box', 'capsule', 'triangle', 'hull', 'polygon', 'sphere'];

  it.each(moving.map((kind) => [kind] as const))('%s keeps its numbers and moves its middle to the surface', (kind) => {
    const first = movedProbe(firstProbe(kind, at, up, 0.3), [3, 4, 5]);
    const next = probeAt(first, [1, 0, 0], [1, 0, 0], 9);
    probeMiddle(next).forEach((value, k) => expect(value).toBeCloseTo([1, 0, 0][k]!, 12));
    const back = movedProbe(next, [2, 4, 6]);
    expect(JSON.stringify(back).length).toBeGreaterThan(0);
    probeMiddle(back).forEach((value, k) => expect(value).toBeCloseTo(probeMiddle(first)[k]!, 12));
  });

  it('aligns rays, segments, planes and frusta with the surface', () => {
    expect(probeAt(firstProbe('ray', at, up, 1), [1, 0, 0], [1, 0, 0], 1)).toEqual({
      kind: 'ray',
      origin: [3, 0, 0],
      direction: [-1, 0, 0],
      far: Infinity,
    });
    expect(probeAt({ kind: 'segment', from: [0, 0, 0], to: [0, 0, 8] }, [1, 0, 0], [1, 0, 0], 1)).toEqual({
      kind: 'segment',
      from: [5, 0, 0],
      to: [-3, 0, 0],
    });
    expect(probeAt(firstProbe('plane', at, up, 1), [1, 2, 3], [0, 1, 0], 1)).toMatchObject({ point: [1, 2, 3], normal: [0, 1, 0] });
    expect(probeAt(firstProbe('frustum', at, up, 1), [1, 0, 0], [1, 0, 0], 1)).toMatchObject({
      eye: [4, 0, 0],
      target: [1, 0, 0],
      near: 0.5,
    });
    expect(probeAt({ kind: 'closest', point: [0, 0, 0], count: 9 }, at, up, 1)).toEqual({ kind: 'closest', point: [0, 0, 1.5], count: 9 });
    expect(probeAt({ kind: 'within', point: [0, 0, 0], distance: 4 }, at, up, 1)).toEqual({
      kind: 'within',
      point: [0, 0, 3],
      distance: 4,
    });
  });

  it('rounds a size down to 1, 2 or 5 times a power of ten', () => {
    expect([0.99, 1, 1.99, 4.9, 5.1, 0, Number.NaN].map(roundLength)).toEqual([0.5, 1, 1, 2, 5, 1, 1]);
  });

  it('puts the corners of a frustum where its matrix has the corners of clip space', () => {
    const shape = { kind: 'frustum', eye: [1, 2, 3], target: [4, 4, 4], angle: 50, aspect: 1.5, near: 0.5, far: 7 } as const;
    const m = frustumMatrix(shape);
    const clip = frustumCorners(shape).map(([x, y, z]) => {
      const [u, v, w, q] = [0, 1, 2, 3].map((row) => m[row]! * x + m[row + 4]! * y + m[row + 8]! * z + m[row + 12]!) as [
        number,
        number,
        number,
        number,
      ];
      return [u / q, v / q, w / q];
    });
    const sides = [-1, 1].flatMap((z) => [
      [-1, -1, z],
      [1, -1, z],
      [1, 1, z],
      [-1, 1, z],
    ]);
    expect(clip).toHaveLength(8);
    clip.forEach((corner, i) => corner.forEach((value, k) => expect(value).toBeCloseTo(sides[i]![k]!, 9)));
  });
});

describe('pinned probes', () => {
  const probe = { document: 1, shape: firstProbe('box', at, up, 0.3) };

  it('are kept with a name of their own, renamed, repeated and removed, each as one step', () => {
    const store = storeWith([mesh], { probe });
    const pin = (): void => store.history.change('Pin probe', withProbePinned);
    pin();
    pin();
    expect(store.scene.value.pins.map(({ name }) => name)).toEqual(['Box 1', 'Box 2']);
    renamePin(store, 1, '  Door ');
    renamePin(store, 2, '   ');
    pin();
    expect(store.scene.value.pins.map(({ name }) => name)).toEqual(['Door', 'Box 2', 'Box 1']);
    chooseProbeKind(store, 'sphere');
    repeatPin(store, 1);
    expect(store.scene.value.probe).toEqual(probe);
    expect(store.probe.value!.input.shape).toBe(store.scene.value.pins[0]!.shape);
    removePin(store, 2);
    // An id that is gone changes nothing.
    removePin(store, 2);
    renamePin(store, 2, 'Gone');
    expect(store.scene.value.pins.map(({ name }) => name)).toEqual(['Door', 'Box 1']);
    store.history.undo();
    expect(store.scene.value.pins).toHaveLength(3);
    expect(store.history.marks.value.at(-1)!.title).toBe('Remove probe: Box 2');
    expect(store.scene.value.pins.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('are at most a hundred, and the command says so', () => {
    const store = storeWith([mesh], { probe });
    for (let i = 0; i < maxPins + 3; i++) store.history.change('Pin probe', withProbePinned);
    expect(store.scene.value.pins).toHaveLength(maxPins);
    expect(new Set(store.scene.value.pins.map(({ id }) => id)).size).toBe(maxPins);
    expect(whyNoPin({ store })).toBe('At most 100 probes can be pinned. Remove one first.');
    removePin(store, 40);
    expect(whyNoPin({ store })).toBeNull();
  });

  it('go with their document', () => {
    const pins = [
      { ...probe, id: 1, name: 'a' },
      { ...probe, id: 2, document: 2, name: 'b' },
    ];
    const { scene } = storeWith([mesh, mesh], { probe, pins });
    expect(withoutDocument(scene.value, 1, 2).pins.map(({ name }) => name)).toEqual(['b']);
    expect(withProbesMoved(scene.value, 1, 3)).toEqual({ probe: { ...probe, document: 3 }, pins: [{ ...pins[0], document: 3 }, pins[1]] });
  });
});
