import { exportMesh } from '#core/bake/export/export-mesh';
import { shapesOfMesh } from '#core/bake/bodies/shapes-of-mesh';
import { boundingShape } from '#core/convex/fit/bounding-shape';
import { convexHull } from '#core/convex/hull/convex-hull';
import { lostComponents, withLostHulls } from '#core/convex/decompose/lost-components';
import { solidComponents } from '#core/convex/decompose/solid-components';
import { exportOptions } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { noProgress, type Progress } from '#core/progress';
import { motionPath } from '#core/sweep/motion/path';
import { firstTests } from '#core/sweep/volume/first-tests';
import { identityTransform, transformOf } from '#core/math/transform';
import { expect, test } from 'vitest';
import { hullPart, joinedParts } from '../../fixtures/collider-parts.ts';
import { ball, box } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const round = ball(40, 20);
const rows = joinedParts(Array.from({ length: 30 }, (_, i) => hullPart(`part ${i}`, box())));
const room = treed(round);
const to = transformOf({ translate: [1, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
const path = motionPath({ path: 'linear', from: identityTransform, to }, [0, 0, 0]);
const { solid } = solidComponents(round, noProgress);
const hulls = Array.from({ length: 40 }, () => convexHull(box().positions));
const capsule = { ...round, parts: round.parts.map((part) => ({ ...part, role: { ...rows.parts[0]!.role!, shape: 'capsule' as const } })) };
const space = { metresPerUnit: 1, up: '+z', handedness: 'right' } as const;

/** Work on convex bodies, and how often it must report: for each face that a box is tried on, each part, and so on. */
const works: readonly (readonly [name: string, reports: number, work: (progress: Progress) => unknown])[] = [
  ['the box around a mesh', 400, (progress) => boundingShape(round, 'box', progress)],
  ['the capsule around a mesh', 410, (progress) => boundingShape(round, 'capsule', progress)],
  ['a primitive that a name declares', 410, (progress) => shapesOfMesh(capsule, progress)],
  [
    'the search for flat hulls of an export',
    30,
    (progress) =>
      exportMesh(rows, { format: 'jolt-shapes', space, options: { ...defaultValues(exportOptions), flat: 'skip' }, runs: null }, progress),
  ],
  ['the count of triangles in a swept hull', 5, (progress) => firstTests(room, room, path, 'hull', 0, true, progress)],
  ['the search for lost components', 2, (progress) => lostComponents(solid, hulls, 50, progress)],
  ['the hulls in lost components', 40, (progress) => withLostHulls(hulls, solid, progress)],
];

test.each(works)('%s reports fractions that grow, and ends when a report throws', (_, reports, work) => {
  const fractions: number[] = [];
  work((fraction) => fractions.push(fraction));
  expect(fractions.length).toBeGreaterThanOrEqual(reports);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect([fractions[0]! >= 0, fractions.at(-1)! <= 1]).toEqual([true, true]);
  let left = reports - 1;
  const cancel: Progress = () => {
    if (left-- === 0) throw new Error('cancelled here');
  };
  expect(() => work(cancel)).toThrow('cancelled here');
});
