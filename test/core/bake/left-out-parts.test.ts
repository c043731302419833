import { describe, expect, it } from 'vitest';
import { bakeFormatNames } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import { leftOutMessages } from '#core/bake/leaf-mesh';
import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { colliderRole, hullPart, joinedParts } from '../../fixtures/collider-parts.ts';
import { box, meshOf, named, placed } from '../../fixtures/shapes.ts';
import { inputOf } from './bake-input.ts';

const shapeFormats = bakeFormatNames.filter((name) => bakeFormats[name].shapes !== undefined);

const empty: TriangleMesh = {
  positions: new Float64Array(0),
  indices: new Uint32Array(0),
  parts: [{ ...hullPart('hollow', box()).parts[0]!, triangleCount: 0 }],
};
const lost = hullPart('lost', box());
const nowhere: TriangleMesh = { ...lost, positions: lost.positions.map(() => NaN) };
const crate = placed(named('crate', box()), 1, [4, 0, 0]);

const bake = (format: (typeof shapeFormats)[number], mesh: TriangleMesh) => bakeMesh(format, { ...inputOf(mesh, []), stem: 'x' });

function refusal(format: (typeof shapeFormats)[number], mesh: TriangleMesh): unknown {
  try {
    return bake(format, mesh).notes;
  } catch (error) {
    return error;
  }
}

it.each(shapeFormats)('%s refuses coordinates beyond f32 as too large, with the name of the part', (format) => {
  for (const shape of ['hull', 'triangles'] as const) {
    const sky = { ...placed(box(), 1e39), parts: [{ ...hullPart('sky', box()).parts[0]!, role: colliderRole({ shape }) }] };
    expect(refusal(format, joinedParts([hullPart('rock', box()), sky]))).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/The part "sky" is wider than the 32-bit floats of /),
    });
  }
});

describe.each(shapeFormats)('%s', (format) => {
  it('is refused with the names of the colliders if none has a finite triangle: rendered parts do not collide instead', () => {
    for (const [colliders, names] of [
      [[empty], '"hollow"'],
      [[nowhere], '"lost"'],
      [[empty, nowhere], '"hollow", "lost"'],
    ] as const) {
      const error = refusal(format, joinedParts([crate, ...colliders]));
      expect(error).toBeInstanceOf(InspectorError);
      expect(error).toMatchObject({ code: 'no-triangles', message: `No collider has a finite triangle, and none is left: ${names}` });
    }
  });

  it('notes triangles that are not finite, and parts without others', () => {
    const mesh = joinedParts([hullPart('rock', box()), empty, nowhere]);
    const { notes } = bake(format, mesh);
    expect(notes).toContainEqual({ code: 'triangles-left-out', message: leftOutMessages.finite, count: 12 });
    const message = 'Parts without a finite triangle were left out: "hollow", "lost"';
    expect(notes).toContainEqual({ code: 'parts-left-out', message, count: 2 });
  });

  it('notes a triangle of a part of which others are left', () => {
    const walls = meshOf([...box().positions, NaN, 0, 0], [...box().indices, 0, 1, 8]);
    const { notes } = bake(format, joinedParts([{ ...hullPart('rock', box()), ...named('rock', walls) }]));
    expect(notes).toContainEqual({ code: 'triangles-left-out', message: leftOutMessages.finite, count: 1 });
    expect(notes.filter(({ message }) => message.includes('without a finite triangle'))).toEqual([]);
  });
});
