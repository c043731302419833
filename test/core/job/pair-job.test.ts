import { describe, expect, test } from 'vitest';
import { InspectorError } from '#core/error';
import type { JobHost } from '#core/job/job-host';
import type { PairJobRequest } from '#core/job/pair-job';
import { runJob } from '#core/job/run-job';
import type { TreedBytes } from '#core/job/treed-bytes';
import { transformOf } from '#core/math/transform';
import { writeMeshBytes } from '#core/mesh/mesh-bytes';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { noProgress, type Progress } from '#core/progress';
import { buildTree } from '#core/tree/build-tree';
import { ball, box } from '../../fixtures/shapes.ts';

function host(progress: Progress = noProgress): JobHost {
  return { progress, readSideFile: async () => null, allocateMesh: (length) => new ArrayBuffer(length) };
}

function bytesOf(mesh: TriangleMesh): TreedBytes {
  return { mesh: writeMeshBytes(mesh, (length) => new SharedArrayBuffer(length)), tree: buildTree(mesh, defaultValues(buildOptions)) };
}

const aFromB = transformOf({ translate: [0.73, 0.41, -0.23], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
const request: PairJobRequest = {
  kind: 'pair',
  a: bytesOf(box()),
  b: bytesOf(ball()),
  aFromB,
  options: defaultValues(pairOptions),
  withContacts: true,
};

describe('the pair job', () => {
  test('finds the pairs of brute force, on bytes, and the kind of each contact', async () => {
    const { result: pairs, contactFacts, contactsMilliseconds } = await runJob(request, host());
    expect(pairs.pairs).toEqual(pairsBruteForce(box(), ball(), aFromB));
    expect(contactFacts!.contacts.pairs).toEqual(pairs.pairs);
    expect([...contactFacts!.curves.closed]).toEqual([1, 1]);
    expect(contactsMilliseconds).toBeGreaterThanOrEqual(0);
  });

  test('reports the distance of separate surfaces, and a point of the lowest pair of intersecting ones', async () => {
    const intersect = await runJob(request, host());
    expect(intersect.nearest).toMatchObject({ distance: 0, witness: { a: intersect.result.pairs[0], b: intersect.result.pairs[1] } });
    const apart = await runJob(
      { ...request, b: bytesOf(box()), aFromB: transformOf({ translate: [5, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] }) },
      host(),
    );
    expect(apart.nearest).toMatchObject({ distance: 3, witness: { pointA: [1, expect.anything(), expect.anything()] } });
  });

  test('makes no contacts that were not wanted', async () => {
    const { result: pairs, contactFacts, contactsMilliseconds } = await runJob({ ...request, withContacts: false }, host());
    expect([pairs.overlap, contactFacts, contactsMilliseconds]).toEqual([true, null, null]);
  });

  test.each([true, false])('reports progress that never decreases, up to 1 (contacts: %s)', async (withContacts) => {
    const reported: number[] = [];
    await runJob(
      { ...request, withContacts },
      host((fraction) => reported.push(fraction)),
    );
    expect(reported).toEqual(reported.toSorted((x, y) => x - y));
    expect(reported.at(-1)).toBe(1);
  });

  test('ends when its host says that it is cancelled, in the walk and in the contacts', async () => {
    for (const after of [0, 0.65]) {
      const cancelled = new InspectorError({ code: 'cancelled', message: 'Cancelled', fix: 'Start it again', location: {} });
      const progress: Progress = (fraction) => {
        if (fraction >= after) throw cancelled;
      };
      await expect(runJob(request, host(progress))).rejects.toBe(cancelled);
    }
  });

  test('refuses a tree of another mesh', async () => {
    const crossed = { ...request, a: { mesh: request.a.mesh, tree: request.b.tree } };
    await expect(runJob(crossed, host())).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
