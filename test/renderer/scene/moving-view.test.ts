import { OrthographicCamera, PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { movingTransform } from '../../../renderer/state/pair/pair-query.ts';
import { withMovingMesh, withMovingPose } from '../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../renderer/state/store/store.ts';
import { createPixelScale } from '../../../renderer/scene/line-material.ts';
import { localSpaceOf, toLocal } from '../../../renderer/scene/local-space.ts';
import { largestCurves } from '../../../renderer/scene/curve-labels.ts';
import { formatMany } from '../../../renderer/text/format-number.ts';
import type { Vec3 } from '#core/math/vec3';
import { createContactHighlight, createContactLayer, maxWideSegments } from '../../../renderer/scene/contact-layer.ts';
import { contactsNear } from '../../../renderer/scene/pick-contact.ts';
import { pick, treelessBefore } from '../../../renderer/state/selection/pick.ts';
import { sphereBoxes, targetBounds } from '../../../renderer/scene/target-bounds.ts';
import { legendOf } from '../../../renderer/scene/legend.ts';
import { meshBounds } from '#core/mesh/bounds';
import { transformPoint } from '#core/math/transform';
import { defaultValues } from '#core/options/option';
import { sphereOptions } from '#core/options/sphere-options';
import { createSphereTool } from '../../../renderer/tools/sphere-tool.ts';
import { createRayTool } from '../../../renderer/tools/ray-tool.ts';
import { at, fakeView } from '../tools/fake-view.ts';
import { movingAtRest, outcomeOf } from '../../fixtures/pair-outcome.ts';
import { ball, box, meshOf, placed } from '../../fixtures/shapes.ts';
import { palette, storeWith } from './scene-fixture.ts';

/** A box about the origin, and one of twice its size that is turned by 90° and moved to x = 10. */
function moved(): WritableStore {
  const store = storeWith([box(), box()]);
  store.history.rewrite((scene) =>
    withMovingPose(withMovingMesh(scene, 2, 1), { translate: [10, 0, 0], rotateDegrees: [0, 0, 90], scale: 2 }),
  );
  return store;
}

describe('the moving mesh in the view', () => {
  it('is picked where it lies', () => {
    const store = moved();
    const point = pick(store.documents.value, store.scene.value, [10.25, -20, 0.5], [0, 1, 0]);
    expect(point).toMatchObject({ document: 2, position: [10.25, -2, 0.5], distance: 18 });
    expect(pick(store.documents.value, store.scene.value, [20, 0.25, 0.5], [-1, 0, 0])).toMatchObject({ document: 2, distance: 8 });
    expect(pick(store.documents.value, store.scene.value, [0.25, -20, 0.5], [0, 1, 0])).toMatchObject({ document: 1, distance: 19 });
  });

  it('may be in front where it lies, while it has no tree', () => {
    const store = moved();
    const scene = { ...store.scene.value, trees: new Map([...store.scene.value.trees].filter(([id]) => id === 1)) };
    expect(treelessBefore(store.documents.value, scene, [10, -20, 0], [0, 1, 0], Infinity)).toBe(2);
    expect(treelessBefore(store.documents.value, scene, [0, -20, 0], [0, 1, 0], Infinity)).toBeNull();
  });

  it('is framed where it lies, alone, with its triangles, and with the fixed mesh', () => {
    const store = moved();
    expect(targetBounds(store, { kind: 'document', document: 2 })).toEqual({ min: [8, -2, -2], max: [12, 2, 2] });
    expect(targetBounds(store, { kind: 'pair' })).toEqual({ min: [-1, -2, -2], max: [12, 2, 2] });
    expect(targetBounds(storeWith([box()]), { kind: 'pair' })).toBeNull();
    const part = targetBounds(store, { kind: 'part', document: 2, part: 0 });
    expect(part).toEqual(targetBounds(store, { kind: 'document', document: 2 }));
  });

  it('carries its sphere and its ray with it', () => {
    const store = moved();
    const sphere = { document: 2, center: [1, 0, 0], radius: 0.5, options: defaultValues(sphereOptions) } as const;
    store.history.rewrite((scene) => ({ ...scene, sphere }));
    expect(sphereBoxes(store)[0]).toEqual({ min: [9, 1, -1], max: [11, 3, 1] });
  });

  it('takes rays and spheres of the view in its own space', () => {
    const store = moved();
    const view = { ...fakeView, pick: () => ({ document: 2, triangle: 0, position: [10, 2, 0], distance: 8 }) as const };
    const tool = createRayTool(store, view);
    tool.down(at(10, 2));
    tool.up(at(10, 2));
    // The eye at (10, 2, 10), looking down Z: in the moving mesh's space at (1, 0, 5).
    expect(store.scene.value.ray).toMatchObject({ document: 2, origin: [1, 0, 5], direction: [0, 0, -1] });
    const sphereTool = createSphereTool(store, view);
    sphereTool.down(at(10, 2));
    sphereTool.up(at(10, 2));
    const { center, radius } = store.scene.value.sphere!;
    const world = transformPoint(movingTransform(store.scene.value.movingMesh!), center);
    // Set on the surface at z = 0, three quarters of the radius, as it is in the world, above it.
    [10, 2, 1.5 * radius].forEach((value, axis) => expect(world[axis]).toBeCloseTo(value, 12));
  });
});

const a = ball(31, 17);
const b = placed(ball(29, 19), 1, [0.9, 0.013, 0.007]);
const outcome = outcomeOf(a, b);
const space = localSpaceOf(meshBounds(a)!);
const layerInput = { pairContacts: outcome.pairContacts, space, palette, pixels: createPixelScale(), through: false };

describe('intersections of the meshes', () => {
  it('is one set of segments, however many passes draw it', () => {
    const layer = createContactLayer(layerInput);
    expect(instancesOf(layer)).toEqual([outcome.found!.pairCount]);
    layer.dispose();
  });

  it('has the segments of a chosen loop, those of a chosen contact, and none of a removed one', () => {
    const [first, second] = outcome.pairContacts.contacts.pairs as unknown as [number, number];
    const loop = createContactHighlight(layerInput, { kind: 'loop', a: first, b: second }, 'selection')!;
    expect(instancesOf(loop)).toEqual([outcome.pairContacts.loops.segments.length]);
    const contact = createContactHighlight(layerInput, { kind: 'contact', a: first, b: second }, 'selection')!;
    expect(instancesOf(contact)).toEqual([1]);
    expect(createContactHighlight(layerInput, { kind: 'contact', a: 1e6, b: 0 }, 'selection')).toBeNull();
    loop.dispose();
    contact.dispose();
  });

  it('labels its curves with their number of segments, and the selected one once more in front', () => {
    const { loops } = outcome.pairContacts;
    const layer = createContactLayer(layerInput);
    expect(layer.labels).toMatchObject([{ kind: 'curve', name: 'curve-0', text: `L1 ${formatMany(loops.segments.length, 'segment')}` }]);
    const [a0, b0] = outcome.pairContacts.contacts.pairs as unknown as [number, number];
    const loop = { kind: 'loop', a: a0, b: b0 } as const;
    const selected = createContactHighlight(layerInput, loop, 'selection')!;
    expect(selected.labels).toMatchObject([{ kind: 'chosen-curve', name: 'curve-0', text: layer.labels![0]!.text }]);
    expect(selected.labels![0]!.priority).toBeGreaterThan(layer.labels![0]!.priority);
    const hovered = createContactHighlight(layerInput, loop, 'hover')!;
    expect(hovered.labels).toEqual([]);
    // Every anchor is a point of the curve.
    const own = Array.from({ length: loops.positions.length / 3 }, (_, i) =>
      toLocal(space, [...loops.positions.subarray(3 * i, 3 * i + 3)] as unknown as Vec3).join(),
    );
    expect(layer.labels![0]!.anchors.length).toBeGreaterThan(4);
    for (const anchor of layer.labels![0]!.anchors) expect(own).toContain(anchor.join());
    for (const one of [layer, selected, hovered]) one.dispose();
  });

  it('names the curves with the most segments first, at most as many as wanted', () => {
    expect(largestCurves([0, 3, 8, 10, 15], 4, 3)).toEqual([1, 3, 0]);
    expect(largestCurves([0], 0, 3)).toEqual([]);
  });

  it('outlines polygons and dots points', () => {
    const square = meshOf([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0], [0, 1, 2, 0, 2, 3]);
    const coplanar = createContactLayer({
      ...layerInput,
      pairContacts: outcomeOf(square, placed(square, 0.25, [1.25, 0.5, 0])).pairContacts,
    });
    expect(instancesOf(coplanar)[0]).toBeGreaterThanOrEqual(6);
    // The small one's four sides, the diagonal of the large one across two of them.
    const { pairContacts } = outcomeOf(square, placed(square, 0.25, [1.25, 0.5, 0]));
    const contact = pairContacts.loops.segments[0]!;
    const outline = createContactHighlight(
      { ...layerInput, pairContacts },
      { kind: 'loop', a: pairContacts.contacts.pairs[2 * contact]!, b: pairContacts.contacts.pairs[2 * contact + 1]! },
      'selection',
    )!;
    expect(instancesOf(outline)).toEqual([pairContacts.loops.segments.length]);
    expect(pairContacts.loops.lengths).toEqual(Float64Array.of(4));
    outline.dispose();
    const tip = createContactLayer({
      ...layerInput,
      pairContacts: outcomeOf(square, meshOf([1, 0.5, 0, 1, 1, 3, 2, 1, 3], [0, 1, 2])).pairContacts,
    });
    expect(instancesOf(tip)).toEqual([1]);
    coplanar.dispose();
    tip.dispose();
  });

  it('is drawn in lines of one pixel if there are very many', () => {
    const many = Math.ceil((maxWideSegments + 1) / outcome.found!.pairCount);
    const { contacts } = outcome.pairContacts;
    const repeated = {
      ...contacts,
      kinds: Uint8Array.from({ length: many * contacts.kinds.length }, () => 0),
      firstPoint: Uint32Array.from({ length: many * contacts.kinds.length + 1 }, (_, i) => 2 * (i % contacts.kinds.length)),
    };
    repeated.firstPoint.forEach((_, i) => (repeated.firstPoint[i] = 2 * i));
    const positions = new Float64Array(6 * repeated.kinds.length);
    const layer = createContactLayer({ ...layerInput, pairContacts: { ...outcome.pairContacts, contacts: { ...repeated, positions } } });
    let lines = 0;
    layer.object.traverse((object) => {
      if ('isLineSegments' in object) lines++;
    });
    expect(lines).toBe(1);
    layer.dispose();
  });

  it('is found under the pointer', () => {
    const { contacts } = outcome.pairContacts;
    const camera = new PerspectiveCamera(38, 1.5, 0.1, 100);
    camera.position.set(0, 0, 6);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    const viewSpace = { origin: [0, 0, 0], unit: 1 } as const;
    const clipFromView = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse).elements;
    const eyeFromView = camera.matrixWorldInverse.elements;
    const size = { width: 900, height: 600 };
    const contact = 17;
    const at = 3 * contacts.firstPoint[contact]!;
    const middle = [0, 1, 2].map((axis) => (contacts.positions[at + axis]! + contacts.positions[at + 3 + axis]!) / 2);
    const point = camera.position
      .clone()
      .set(...(middle as [number, number, number]))
      .project(camera);
    const pixel = [(0.5 + point.x / 2) * 900, (0.5 - point.y / 2) * 600] as const;
    const near = contactsNear({ contacts, viewSpace, clipFromView, eyeFromView, size, pixel });
    // Seen along the plane of the loop, its far side is drawn over the near one: both are told, each with its depth.
    expect(near.map((one) => one.contact)).toContain(contact);
    expect(near[0]!.awaySq).toBeLessThan(1e-18);
    const own = near.find((one) => one.contact === contact)!;
    // The middle on the screen is not quite the middle in space.
    expect(own.depth).toBeCloseTo(6 - middle[2]!, 5);
    own.pixel.forEach((value, i) => expect(value).toBeCloseTo(pixel[i]!, 9));
    expect([...near].sort((p, q) => p.awaySq - q.awaySq)).toEqual(near);
    expect(contactsNear({ contacts, viewSpace, clipFromView, eyeFromView, size, pixel: [10, 10] })).toEqual([]);
    // Without perspective it is found where it is drawn, at the same depth.
    const flat = new OrthographicCamera(-3, 3, 2, -2, -10, 10);
    const clipOfFlat = flat.projectionMatrix.clone().multiply(camera.matrixWorldInverse).elements;
    const flatPixel = [(0.5 + middle[0]! / 6) * 900, (0.5 - middle[1]! / 4) * 600] as const;
    const found = contactsNear({ contacts, viewSpace, clipFromView: clipOfFlat, eyeFromView, size, pixel: flatPixel });
    expect(found.find((one) => one.contact === contact)!.depth).toBeCloseTo(6 - middle[2]!, 5);
  });

  it('is in the legend with its counts', () => {
    const store = storeWith([a, b], { movingMesh: movingAtRest });
    store.pair.value = { status: { kind: 'done' }, outcome: { ...outcome, input: store.scene.value.movingMesh! } };
    const texts = legendOf(store).items.map(({ text }) => text);
    const { trianglesA, trianglesB, pairCount } = outcome.found!;
    expect(texts).toEqual([
      'Moving mesh: 2.obj',
      `${trianglesA.length} intersecting triangles of 1.obj`,
      `${trianglesB.length} intersecting triangles of the moving mesh, ${pairCount} contacts`,
      'Contact curves: 1 closed loop',
    ]);
    // The ends of two boxes face to face: their edges touch, and nothing crosses.
    const [left, right] = [box(), placed(box(), 0.5, [1.5, 0.1, 0.2])];
    const touching = { ...outcomeOf(left, right), input: store.scene.value.movingMesh! };
    store.pair.value = { status: { kind: 'done' }, outcome: touching };
    expect(
      legendOf(store)
        .items.map(({ text }) => text)
        .join(),
    ).toMatch(/Contact curves, touching: /);
    store.pair.value = { status: { kind: 'running', late: false, fraction: 0 }, outcome: null };
    expect(legendOf(store).items.map(({ text }) => text)).toEqual(['Moving mesh: 2.obj']);
  });
});

/** Instances of each different geometry. */
function instancesOf(layer: ReturnType<typeof createContactLayer>): number[] {
  const counts = new Map<object, number>();
  layer.object.traverse((object) => {
    if ('geometry' in object) {
      const { geometry } = object as { geometry: { instanceCount: number } };
      counts.set(geometry, geometry.instanceCount);
    }
  });
  return [...counts.values()];
}
