import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { PartSurface } from '../bodies/physics-shape.ts';
import type { GodotSection, GodotValue } from './godot-text.ts';
import { damagedGodot, godotDefaults } from './layout.ts';

/** A shape of Godot in its own space. */
export type GodotShape =
  | { readonly kind: 'exact'; readonly exact: ExactShape }
  | { readonly kind: 'hull' | 'triangles'; readonly surface: PartSurface };

/**
 * Returns the shape of a resource; `null` for a resource that is no shape with triangles: height maps, infinite planes, rays, anything else.
 * The points of a hull that are inside of it are dropped. Triangles of Godot are clockwise, and are flipped.
 * @param type class of the resource, such as `BoxShape3D`
 * @throws InspectorError `malformed` with the line
 */
export function shapeOfResource(type: string, section: GodotSection): GodotShape | null {
  const amount = (name: string, otherwise: number): number => amountOf(section, name, otherwise);
  const { radius, height } = godotDefaults;
  switch (type) {
    case 'BoxShape3D':
      return { kind: 'exact', exact: { kind: 'box', size: sizeOf(section) } };
    case 'SphereShape3D':
      return { kind: 'exact', exact: { kind: 'sphere', radius: amount('radius', radius) } };
    case 'CapsuleShape3D': {
      const r = amount('radius', radius);
      // The height of Godot has both ends.
      const between = Math.max(0, amount('height', height) - 2 * r);
      return { kind: 'exact', exact: { kind: 'capsule', height: between, radiusTop: r, radiusBottom: r } };
    }
    case 'CylinderShape3D': {
      const r = amount('radius', radius);
      return { kind: 'exact', exact: { kind: 'cylinder', height: amount('height', height), radiusTop: r, radiusBottom: r } };
    }
    case 'ConcavePolygonShape3D':
      return { kind: 'triangles', surface: surfaceOf(pointsOf(section, 'data', 9)) };
    case 'ConvexPolygonShape3D':
      return { kind: 'hull', surface: hullOf(section, pointsOf(section, 'points', 3)) };
    default:
      return null;
  }
}

function amountOf({ properties, line }: GodotSection, name: string, otherwise: number): number {
  const value = properties.get(name) ?? otherwise;
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw damagedGodot(`the ${name} of a shape is not a number of 0 or more`, line);
}

function sizeOf({ properties, line }: GodotSection): readonly [number, number, number] {
  const value = properties.get('size');
  if (value === undefined) return [godotDefaults.box, godotDefaults.box, godotDefaults.box];
  const [x, y, z] = callNumbers(value, 'Vector3', 3) ?? [];
  if (x === undefined || y === undefined || z === undefined || !(Math.min(x, y, z) >= 0))
    throw damagedGodot('the size of a box is not three numbers of 0 or more', line);
  return [x, y, z];
}

/** Returns the finite numbers of a value such as `Vector3(1, 2, 3)`; `null` for any other value. */
export function callNumbers(value: GodotValue | undefined, name: string, count: number): readonly number[] | null {
  if (typeof value !== 'object' || value === null || value instanceof Float64Array || value.name !== name) return null;
  const numbers = value.values.filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
  return numbers.length === count && value.values.length === count ? numbers : null;
}

function pointsOf({ properties, line }: GodotSection, name: string, multiple: number): Float64Array {
  const value = properties.get(name) ?? new Float64Array(0);
  if (!(value instanceof Float64Array) || value.length % multiple !== 0)
    throw damagedGodot(`${name} of a shape is not a PackedVector3Array with a multiple of ${multiple} numbers`, line);
  const bad = value.findIndex((each) => !Number.isFinite(each));
  if (bad >= 0) throw damagedGodot(`number ${bad} of ${name} is not finite`, line);
  return value;
}

/** Joins equal corners, which Godot stores for each triangle. */
function surfaceOf(corners: Float64Array): PartSurface {
  const welded = weldVertices({ positions: corners, indices: new Uint32Array(0), parts: [] });
  const numberOf = new Uint32Array(welded.length);
  let count = 0;
  const positions = new Float64Array(corners.length);
  welded.forEach((first, vertex) => {
    if (first !== vertex) return;
    positions.set(corners.subarray(3 * vertex, 3 * vertex + 3), 3 * count);
    numberOf[vertex] = count++;
  });
  const triangles = new Uint32Array(welded.length);
  for (let i = 0; i < triangles.length; i += 3) {
    triangles[i] = numberOf[welded[i]];
    triangles[i + 1] = numberOf[welded[i + 2]];
    triangles[i + 2] = numberOf[welded[i + 1]];
  }
  return { positions: positions.slice(0, 3 * count), triangles };
}

function hullOf({ line }: GodotSection, points: Float64Array): PartSurface {
  const hull = convexHull(points);
  if (hull.dimension < 3)
    throw damagedGodot(`the ${points.length / 3} points of a ConvexPolygonShape3D lie in one plane, so it has no volume`, line);
  return { positions: hull.positions, triangles: hullTriangles(hull) };
}
