import { cross, dot, plus, type Vec3 } from '../../math/vec3.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { gridCoordinate, gridPoint, joltVertexGrid } from '../../mesh/jolt-vertex-grid.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { buildOptions } from '../../options/build-options.ts';
import { defaultValues } from '../../options/option.ts';
import type { Progress } from '../../progress.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import { convexHull } from '../../convex/hull/convex-hull.ts';
import { positionBounds } from '../bodies/position-bounds.ts';
import { identityPose, type ShapePose } from '../bodies/pose.ts';
import type { SingleShape } from '../bodies/single-shapes.ts';
import { ByteWriter } from '../byte-writer.ts';
import { joltDensity } from '../jolt-shapes/layout.ts';
import { convexRadius } from '../jolt-shapes/stored-jolt-shapes.ts';
import { joltStamp, meshIdBits } from '../jolt/layout.ts';
import { writeJolt } from '../jolt/write-jolt.ts';
import { hullState } from './hull-state.ts';
import { joltTypes } from './layout.ts';

/** A shape in binary form, without children, and what a compound needs to know of it. */
export interface StateRecord {
  readonly pose: ShapePose;
  readonly bytes: Uint8Array;
  readonly materials: 0 | 1;
  /** Centre of mass in its own space; bounds and vertices are stored relative to it. */
  readonly centre: Vec3;
  readonly mass: number;
  readonly min: Vec3;
  readonly max: Vec3;
  readonly innerRadius: number;
  /** Bits of the numbers by which Jolt names the triangles in it. */
  readonly idBits: number;
  /** (3·V) of hulls and meshes: the vertices that a reader gets, relative to the centre of mass. */
  readonly vertices: Float32Array | null;
}

/** Returns the binary form of a shape. @throws InspectorError as `writeJolt`; whatever `progress` throws. */
export function stateRecord({ shape: { form }, centre, vertices }: SingleShape, space: SourceSpace, progress: Progress): StateRecord {
  switch (form.kind) {
    case 'exact':
      return { ...primitiveRecord(form.exact), pose: singlePose(form.pose) };
    case 'hull': {
      progress(0);
      const extents = [0, 1, 2].map((k) => vertices.reduce((most, value, i) => (i % 3 === k ? Math.max(most, Math.abs(value)) : most), 0));
      const state = hullState(convexHull(Float64Array.from(vertices)), convexRadius(extents));
      const head = convexHead(joltTypes.hull, state.bytes.length);
      head.array(state.bytes);
      return {
        pose: { ...identityPose, position: centre },
        bytes: head.bytes,
        materials: 1,
        centre: state.centre,
        mass: state.volume * joltDensity,
        ...positionBounds(state.positions),
        innerRadius: state.innerRadius,
        idBits: 0,
        vertices: state.positions,
      };
    }
    case 'triangles': {
      const { triangles } = form.surface;
      const parts = [{ name: '', firstTriangle: 0, triangleCount: triangles.length / 3, worldFromPart: null }];
      const mesh: TriangleMesh = { positions: Float64Array.from(vertices), indices: triangles, parts };
      const tree = openTree(buildTree(mesh, defaultValues(buildOptions), (fraction) => progress(fraction / 2)));
      const input = { mesh, trees: [tree], source: null, space, findings: [], ignored: [] };
      const { bytes } = writeJolt(input, (fraction) => progress(0.5 + fraction / 2));
      const grid = joltVertexGrid(vertices, triangles);
      const held = vertices.map((value, i) => gridCoordinate(grid, gridPoint(grid, value, i % 3), i % 3));
      return {
        pose: { ...identityPose, position: centre },
        bytes,
        materials: 0,
        centre: [0, 0, 0],
        mass: 0,
        ...positionBounds(held),
        innerRadius: 0,
        idBits: meshIdBits(bytes),
        vertices: held,
      };
    }
  }
}

/** Type, our mark as user data, and the density. @param more bytes that follow */
function convexHead(type: number, more: number): ByteWriter {
  return new ByteWriter(13 + more).u8(type, ...joltStamp).f32(joltDensity);
}

function singlePose({ position, axes }: ShapePose): ShapePose {
  return { position: position.map((value) => Math.fround(value) + 0) as unknown as Vec3, axes };
}

function primitiveRecord(exact: ExactShape): Omit<StateRecord, 'pose'> {
  const record = (type: number, values: readonly number[], half: Vec3, volume: number, innerRadius: number): Omit<StateRecord, 'pose'> => ({
    bytes: convexHead(type, 4 * values.length).f32(...values).bytes,
    materials: 1,
    centre: [0, 0, 0],
    mass: volume * joltDensity,
    min: [-half[0], -half[1], -half[2]],
    max: half,
    innerRadius,
    idBits: 0,
    vertices: null,
  });
  switch (exact.kind) {
    case 'box': {
      const half = exact.size.map((length) => length / 2) as unknown as Vec3;
      return record(joltTypes.box, [...half, convexRadius(half)], half, 8 * half[0] * half[1] * half[2], Math.min(...half));
    }
    case 'sphere': {
      const { radius } = exact;
      return record(joltTypes.sphere, [radius], [radius, radius, radius], (4 / 3) * Math.PI * radius ** 3, radius);
    }
    case 'capsule': {
      const [radius, half] = [exact.radiusTop, exact.height / 2];
      const volume = Math.PI * radius ** 2 * ((4 / 3) * radius + 2 * half);
      return record(joltTypes.capsule, [radius, half], [radius, half + radius, radius], volume, radius);
    }
    case 'cylinder': {
      const [radius, half] = [exact.radiusTop, exact.height / 2];
      const values = [half, radius, convexRadius([half, radius])];
      return record(joltTypes.cylinder, values, [radius, half, radius], 2 * half * Math.PI * radius ** 2, Math.min(half, radius));
    }
    case 'plane':
      throw new Error('a plane was to be replaced');
  }
}

/** Returns a point of a shape in the space of its pose, without its position. */
export function rotatedPoint({ axes: [x, y, z] }: ShapePose, point: Vec3): Vec3 {
  return plus(plus([x[0] * point[0], x[1] * point[0], x[2] * point[0]], [y[0] * point[1], y[1] * point[1], y[2] * point[1]]), [
    z[0] * point[2],
    z[1] * point[2],
    z[2] * point[2],
  ]);
}

/** Whether a pose moves nothing. */
export function isIdentity({ position, axes: [x, y, z] }: ShapePose): boolean {
  return position.every((value) => value === 0) && x[0] === 1 && y[1] === 1 && z[2] === 1 && dot(cross(x, y), z) > 0;
}
