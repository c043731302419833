import { invalidArgument } from '../../error.ts';
import { axisRotation } from '../../math/axis-rotation.ts';
import { seededRandom } from '../../math/seeded-random.ts';
import type { Transform } from '../../math/transform.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { type Bounds, boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { PlaceOptions } from '../../options/place-options.ts';
import type { SceneInstance, SceneMotion } from '../document/scene-document.ts';
import { createSurfaceSampler } from './surface-sampler.ts';

/** What instances are placed of, and where. */
export interface PlacedMeshes {
  /** Each has a finite triangle. */
  readonly meshes: readonly TriangleMesh[];
  /** The surface of `scatter`, in the space of the scene; `null` for none. */
  readonly surface: TriangleMesh | null;
}

/**
 * Returns instances of meshes by the options, with meshes in turn. Sizes are the largest extent of a mesh. Equal options give equal scenes.
 *
 * On a surface, the lowest point of a mesh along +y is on the surface, and +y is the normal. Elsewhere the middle of a mesh is placed.
 * @throws InspectorError `invalid-argument` without a mesh with finite triangles, for a surface that is missing or has no area, for `parts`.
 */
export function placeInstances({ meshes, surface }: PlacedMeshes, options: PlaceOptions): readonly SceneInstance[] {
  const bounds = meshes.map(meshBounds);
  if (bounds.length === 0 || bounds.includes(null)) throw invalidArgument('A mesh has no usable triangle', 'Choose another mesh');
  const size = Math.max(...bounds.map((box) => extentOf(box!))) || 1;
  const random = seededRandom(options.seed);
  const cell = options.spacing * size;
  const side = Math.max(1, Math.ceil(Math.cbrt(options.count)));
  const place = placesOf(options, surface, cell, side, random);
  return Array.from({ length: options.count }, (_, k): SceneInstance => {
    const mesh = k % meshes.length;
    const { at, normal } = place(k);
    const matrix =
      normal === null ? placedMiddle(bounds[mesh]!, at, options, random) : placedOn(bounds[mesh]!, at, normal, options, random);
    return { mesh, matrix, set: options.set, layer: options.layer, mask: options.mask, motion: motionOf(options, k, size, random) };
  });
}

interface Place {
  readonly at: Vec3;
  /** Unit vector; `null` away from a surface. */
  readonly normal: Vec3 | null;
}

function placesOf(
  { arrange, count }: PlaceOptions,
  surface: TriangleMesh | null,
  cell: number,
  side: number,
  random: () => number,
): (k: number) => Place {
  // In the middle of the cube, on both sides of the origin.
  const middle = (cell * (side - 1)) / 2;
  switch (arrange) {
    case 'grid':
      return (k) => {
        const [x, y, z] = [k % side, Math.floor(k / side ** 2), Math.floor(k / side) % side];
        return { at: [cell * x - middle, cell * y - middle, cell * z - middle], normal: null };
      };
    case 'random': {
      const edge = cell * Math.cbrt(count);
      const coordinate = (): number => edge * (random() - 0.5);
      return () => ({ at: [coordinate(), coordinate(), coordinate()], normal: null });
    }
    case 'scatter': {
      if (surface === null) throw invalidArgument('Scatter needs a surface', 'Choose the mesh on which the instances are placed');
      const sample = createSurfaceSampler(surface);
      return () => sample(random);
    }
    case 'parts':
      throw invalidArgument('Parts are placed as their file has them', 'Use placeParts');
  }
}

/** Puts the middle of the bounds to a point. */
function placedMiddle(bounds: Bounds, at: Vec3, { turn }: PlaceOptions, random: () => number): Transform {
  const turned = turn ? axisRotation(anyDirection(random), 2 * Math.PI * random()) : identity;
  const middle = bounds.min.map((min, axis) => min / 2 + bounds.max[axis] / 2) as unknown as Vec3;
  return placedAt(turned, middle, at);
}

/** Puts the middle of the lowest side of the bounds to a point, with +y along the normal. */
function placedOn({ min, max }: Bounds, at: Vec3, normal: Vec3, { turn }: PlaceOptions, random: () => number): Transform {
  const helper: Vec3 = Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1];
  const side = normalized(cross(helper, normal))!;
  const angle = turn ? 2 * Math.PI * random() : 0;
  const across = cross(side, normal);
  const x = side.map((value, k) => value * Math.cos(angle) + across[k] * Math.sin(angle)) as unknown as Vec3;
  const z = cross(x, normal);
  return placedAt([...x, ...normal, ...z], [min[0] / 2 + max[0] / 2, min[1], min[2] / 2 + max[2] / 2], at);
}

/** @param turned 3 × 3, column-major @param from point of the mesh that comes to `to` */
function placedAt(turned: readonly number[], from: Vec3, to: Vec3): Transform {
  const [a, b, c, d, e, f, g, h, i] = turned;
  const moved = [
    to[0] - (a * from[0] + d * from[1] + g * from[2]),
    to[1] - (b * from[0] + e * from[1] + h * from[2]),
    to[2] - (c * from[0] + f * from[1] + i * from[2]),
  ];
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0, ...moved, 1];
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function motionOf({ motion, set, stride, degrees, seed }: PlaceOptions, k: number, size: number, random: () => number): SceneMotion | null {
  if (set === 'static') return null;
  switch (motion) {
    case 'none':
      return null;
    case 'velocity': {
      const [x, y, z] = anyDirection(random);
      const length = stride * size;
      return { kind: 'velocity', velocity: [length * x, length * y, length * z] };
    }
    case 'orbit':
      return { kind: 'orbit', center: [0, 0, 0], axis: [0, 1, 0], degrees };
    case 'walk':
      // A product with an odd number visits every seed once.
      return { kind: 'walk', seed: (seed + Math.imul(k + 1, 0x9e3779b1)) >>> 0, stride: stride * size };
  }
}

/** A unit vector, evenly spread (Archimedes). */
function anyDirection(random: () => number): Vec3 {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}

function extentOf(bounds: Bounds): number {
  return boundsRadius(bounds) === 0 ? 0 : Math.max(...bounds.max.map((max, axis) => max - bounds.min[axis]));
}
