/** The shapes of the probe tool as plain data, and one table that describes their numbers. */
import type { Vec3 } from '#core/math';
import { nearestOptions, planeOptions } from '#core/options';

/** The numbers of each shape, in mesh units and source space. */
export interface ProbeValues {
  readonly ray: { readonly origin: Vec3; readonly direction: Vec3; readonly far: number };
  readonly segment: { readonly from: Vec3; readonly to: Vec3 };
  readonly polygon: { readonly points: readonly Vec3[]; readonly from: Vec3; readonly to: Vec3 };
  readonly sphere: { readonly center: Vec3; readonly radius: number };
  readonly box: { readonly center: Vec3; readonly size: Vec3; readonly rotate: Vec3 };
  readonly capsule: { readonly from: Vec3; readonly to: Vec3; readonly radius: number };
  readonly triangle: { readonly a: Vec3; readonly b: Vec3; readonly c: Vec3 };
  readonly plane: { readonly point: Vec3; readonly normal: Vec3; readonly thickness: number };
  readonly frustum: {
    readonly eye: Vec3;
    readonly target: Vec3;
    readonly angle: number;
    readonly aspect: number;
    readonly near: number;
    readonly far: number;
  };
  readonly hull: { readonly points: readonly Vec3[] };
  readonly sweepSphere: { readonly from: Vec3; readonly to: Vec3; readonly radius: number };
  /** The axis is the half segment of the capsule. */
  readonly sweepCapsule: { readonly from: Vec3; readonly to: Vec3; readonly axis: Vec3; readonly radius: number };
  readonly sweepBox: { readonly from: Vec3; readonly to: Vec3; readonly size: Vec3; readonly rotate: Vec3 };
  /** The points are those at the start. */
  readonly sweepHull: { readonly points: readonly Vec3[]; readonly motion: Vec3 };
  readonly closest: { readonly point: Vec3; readonly count: number };
  readonly within: { readonly point: Vec3; readonly distance: number };
  readonly inside: { readonly point: Vec3 };
  readonly slice: { readonly point: Vec3; readonly normal: Vec3; readonly size: number; readonly cells: number };
}

export type ProbeKind = keyof ProbeValues;
export type ProbeOf<Kind extends ProbeKind> = { readonly kind: Kind } & ProbeValues[Kind];
export type ProbeShape = { [Kind in ProbeKind]: ProbeOf<Kind> }[ProbeKind];
export type ProbeValue = number | Vec3 | readonly Vec3[];

/** `point` moves with the probe; `vector` is a direction or lengths; `points` is a list of points that move. */
export type ProbeField =
  | { readonly type: 'point' | 'points'; readonly title: string; readonly minCount?: number }
  | { readonly type: 'vector'; readonly title: string; readonly unit: 'length' | 'degrees' | 'none' }
  | { readonly type: 'length'; readonly title: string; readonly meaning: string; readonly infinite?: boolean }
  | {
      readonly type: 'number' | 'integer';
      readonly title: string;
      readonly meaning: string;
      readonly min: number;
      readonly max: number;
      readonly unit?: string;
    };

/** How a probe is listed: what its number of each triangle is, and whether it has a point and a feature. */
export interface ProbeColumns {
  readonly number: 'Distance' | 'Depth' | null;
  readonly hasPoint: boolean;
  readonly hasFeature: boolean;
}

export interface ProbeSpec<Kind extends ProbeKind = ProbeKind> {
  readonly title: string;
  readonly meaning: string;
  readonly columns: ProbeColumns;
  readonly fields: { readonly [Name in keyof ProbeValues[Kind]]: ProbeField };
}

const point = (title: string): ProbeField => ({ type: 'point', title });
const radius: ProbeField = { type: 'length', title: 'Radius', meaning: '0 makes it as thin as its axis' };
const hits: ProbeColumns = { number: 'Distance', hasPoint: true, hasFeature: false };
const closest: ProbeColumns = { number: 'Distance', hasPoint: true, hasFeature: true };
const depths: ProbeColumns = { number: 'Depth', hasPoint: true, hasFeature: true };
const boxDepths: ProbeColumns = { number: 'Depth', hasPoint: false, hasFeature: true };
const contacts: ProbeColumns = { number: 'Distance', hasPoint: true, hasFeature: true };
const plain: ProbeColumns = { number: null, hasPoint: false, hasFeature: false };

/** Every shape of the probe tool, in the order of its list. */
export const probeSpecs: { readonly [Kind in ProbeKind]: ProbeSpec<Kind> } = {
  ray: {
    title: 'Ray',
    meaning: 'All hits of a ray, by distance.',
    columns: hits,
    fields: {
      origin: point('Origin'),
      direction: { type: 'vector', title: 'Direction', unit: 'none' },
      far: { type: 'length', title: 'Max dist.', meaning: 'Max distance of a hit; ∞ for no limit', infinite: true },
    },
  },
  segment: {
    title: 'Segment',
    meaning: 'All hits of a segment; both ends count.',
    columns: hits,
    fields: { from: point('From'), to: point('To') },
  },
  polygon: {
    title: 'Line and polygon',
    meaning: 'Where a segment crosses the plane of a polygon, and whether that point is in the polygon.',
    columns: plain,
    fields: { points: { type: 'points', title: 'Polygon', minCount: 3 }, from: point('From'), to: point('To') },
  },
  sphere: {
    title: 'Sphere',
    meaning: 'Triangles that a sphere overlaps.',
    columns: depths,
    fields: { center: point('Centre'), radius: { type: 'length', title: 'Radius', meaning: '0 makes it a point' } },
  },
  box: {
    title: 'Box',
    meaning: 'Triangles that a box overlaps.',
    columns: boxDepths,
    fields: {
      center: point('Centre'),
      size: { type: 'vector', title: 'Size', unit: 'length' },
      rotate: { type: 'vector', title: 'Rotation', unit: 'degrees' },
    },
  },
  capsule: {
    title: 'Capsule',
    meaning: 'Triangles that a capsule overlaps.',
    columns: depths,
    fields: { from: point('From'), to: point('To'), radius },
  },
  triangle: {
    title: 'Triangle',
    meaning: 'Triangles that another triangle overlaps.',
    columns: plain,
    fields: { a: point('Corner A'), b: point('Corner B'), c: point('Corner C') },
  },
  plane: {
    title: 'Plane or slab',
    meaning: 'Triangles that a plane overlaps, or the slab around it.',
    columns: plain,
    fields: {
      point: point('Point'),
      normal: { type: 'vector', title: 'Normal', unit: 'none' },
      thickness: { type: 'length', title: planeOptions.thickness.title, meaning: planeOptions.thickness.meaning },
    },
  },
  frustum: {
    title: 'Frustum',
    meaning: 'Triangles in the view of a camera.',
    columns: plain,
    fields: {
      eye: point('Eye'),
      target: point('Target'),
      angle: { type: 'number', title: 'Field of view', meaning: 'Angle from the lower to the upper side', min: 0.1, max: 179, unit: '°' },
      aspect: { type: 'number', title: 'Aspect', meaning: 'Width divided by height', min: 0.01, max: 100 },
      near: { type: 'length', title: 'Near', meaning: 'Distance of the near side from the eye, above 0' },
      far: { type: 'length', title: 'Far', meaning: 'Distance of the far side from the eye, more than the near side' },
    },
  },
  hull: {
    title: 'Convex hull',
    meaning: 'Triangles that the convex hull of points overlaps.',
    columns: plain,
    fields: { points: { type: 'points', title: 'Points', minCount: 1 } },
  },
  sweepSphere: {
    title: 'Swept sphere',
    meaning: 'The first contact of a sphere that moves along a line, proven.',
    columns: contacts,
    fields: { from: point('From'), to: point('To'), radius: { type: 'length', title: 'Radius', meaning: '0 makes it a point' } },
  },
  sweepCapsule: {
    title: 'Swept capsule',
    meaning: 'The first contact of a capsule that moves along a line, proven.',
    columns: contacts,
    fields: { from: point('From'), to: point('To'), axis: { type: 'vector', title: 'Half axis', unit: 'length' }, radius },
  },
  sweepBox: {
    title: 'Swept box',
    meaning: 'The first contact of a box that moves along a line, proven.',
    columns: contacts,
    fields: {
      from: point('From'),
      to: point('To'),
      size: { type: 'vector', title: 'Size', unit: 'length' },
      rotate: { type: 'vector', title: 'Rotation', unit: 'degrees' },
    },
  },
  sweepHull: {
    title: 'Swept hull',
    meaning: 'The first contact of a convex hull that moves along a line, proven.',
    columns: contacts,
    fields: { points: { type: 'points', title: 'Points', minCount: 1 }, motion: { type: 'vector', title: 'Motion', unit: 'length' } },
  },
  closest: {
    title: 'Closest',
    meaning: 'The triangles that are nearest to a point, by distance.',
    columns: closest,
    fields: {
      point: point('Point'),
      count: {
        type: 'integer',
        title: nearestOptions.count.title,
        meaning: nearestOptions.count.meaning,
        min: nearestOptions.count.min,
        max: 10_000,
      },
    },
  },
  within: {
    title: 'Within distance',
    meaning: 'Triangles within a distance of a point.',
    columns: closest,
    fields: { point: point('Point'), distance: { type: 'length', title: 'Distance', meaning: 'Maximum distance from the point' } },
  },
  inside: {
    title: 'Inside',
    meaning: 'Whether a point is inside, by its winding number, and its signed distance.',
    columns: closest,
    fields: { point: point('Point') },
  },
  slice: {
    title: 'Distance slice',
    meaning: 'Signed distance to the mesh on a square, as a heat map.',
    columns: plain,
    fields: {
      point: point('Centre'),
      normal: { type: 'vector', title: 'Normal', unit: 'none' },
      size: { type: 'length', title: 'Side', meaning: 'Length of a side of the square' },
      cells: { type: 'integer', title: 'Cells', meaning: 'Cells along a side; more take longer', min: 1, max: 1024 },
    },
  },
};

/** The shapes that move along a line. */
export type SweptProbe = Extract<ProbeShape, { readonly kind: `sweep${string}` }>;

export function isSwept(shape: ProbeShape): shape is SweptProbe {
  return shape.kind.startsWith('sweep');
}

export const probeKinds = Object.keys(probeSpecs) as readonly ProbeKind[];

/** Returns the fields of a shape with their values, in the order of the table. */
export function probeFields(
  shape: ProbeShape,
): readonly { readonly name: string; readonly field: ProbeField; readonly value: ProbeValue }[] {
  const values = shape as unknown as Readonly<Record<string, ProbeValue>>;
  const fields: Readonly<Record<string, ProbeField>> = probeSpecs[shape.kind].fields;
  return Object.entries(fields).map(([name, field]) => ({ name, field, value: values[name]! }));
}

/** Returns a shape with one of its values changed; the value has the type of its field. */
export function withProbeValue(shape: ProbeShape, name: string, value: ProbeValue): ProbeShape {
  // The table names only fields of this kind.
  return { ...shape, [name]: value };
}
