import { hullTriangles } from '../convex/hull/hull-triangles.ts';
import { joinMeshes } from '../convex/collider/join-meshes.ts';
import type { Vec3 } from '../math/vec3.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import { type MeshPart, type TriangleMesh, vertexCount } from '../mesh/triangle-mesh.ts';
import type { EngineOptions } from '../options/engine-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { type BoxGrowth, boxGrowth } from './box-growth.ts';
import { cleanPhysx } from './clean-physx.ts';
import { engineUnits, type EngineUnit, unitMesh, type UnitMesh } from './engine-units.ts';
import { type EngineFacts, engines, type PhysicsEngine } from './engines.ts';
import { heldHull } from './held-hull.ts';
import { type HullDifference, hullDifferences } from './hull-differences.ts';
import { joltGrid } from './jolt-grid.ts';
import { type HeldTriangles, roundMesh } from './round-mesh.ts';

/** A shape as an engine holds it, compared with the triangles that it stands for. All triangles and vertices are those of the whole mesh. */
export interface HeldShape {
  readonly name: string;
  /** `primitive`: a box, sphere or other exact shape that the file declares; it is not compared. */
  readonly shape: 'triangles' | 'hull' | 'primitive';
  /** Triangles that it stands for, ascending. */
  readonly triangles: Uint32Array;
  /** Why the engine has no such shape; `null` if it does. */
  readonly refusal: string | null;
  /** The surface that the engine collides with; `null` if it refuses the shape. */
  readonly surface: TriangleMesh | null;
  /** Vertices of the exact hull if the engine stores fewer. */
  readonly reducedFrom: number | null;
  /** Triangles that the engine leaves out, ascending. */
  readonly vanished: Uint32Array;
  readonly moved: MovedVertices;
  /** `null` for triangles and primitives. */
  readonly phantom: HullDifference | null;
  readonly missing: HullDifference | null;
  /** How much larger the engine stores the boxes of its tree: 0 where they are exact, `null` for boxes of 32-bit floats, hulls and primitives. */
  readonly boxes: BoxGrowth | null;
}

export interface MovedVertices {
  /** Vertices that move farther than the tolerance, ascending, and how far. */
  readonly vertices: Uint32Array;
  readonly distances: Float64Array;
  /** Largest distance of all vertices of kept triangles, and where. */
  readonly max: number;
  readonly location: Vec3 | null;
}

const unmoved: MovedVertices = { vertices: new Uint32Array(), distances: new Float64Array(), max: 0, location: null };

/**
 * Returns the shapes that an engine holds of a mesh, with their differences from it: triangles that vanish, vertices that move, phantom and
 * missing volume. Shapes are held in the space of the mesh: transforms of parts are applied already.
 * @param options `engine` is not `none`. @throws whatever `progress` throws.
 */
export function holdMesh(
  mesh: TriangleMesh,
  engine: PhysicsEngine,
  { engineShape, engineTolerance }: Omit<EngineOptions, 'engine'>,
  progress: Progress = noProgress,
): readonly HeldShape[] {
  return holdUnits(mesh, engines[engine], { engineShape, engineTolerance }, progress);
}

/** @param options with an infinite tolerance volumes are not compared. */
function holdUnits(
  mesh: TriangleMesh,
  facts: EngineFacts,
  { engineShape, engineTolerance }: Omit<EngineOptions, 'engine'>,
  progress: Progress,
): readonly HeldShape[] {
  const scratch = new Uint32Array(vertexCount(mesh));
  const units = engineUnits(mesh);
  return units.map((unit, i) => {
    const part = unitMesh(mesh, unit.triangles, scratch);
    const tolerance = engineTolerance * 2 * boundsRadius(meshBounds(part.mesh)!);
    const own: Progress = (fraction) => progress((i + fraction) / units.length);
    own(0);
    switch (shapeOf(unit, facts, engineShape)) {
      case 'primitive':
        return { ...base(unit, 'primitive'), surface: part.mesh };
      case 'hull':
        return holdHull(unit, part, facts, tolerance, own);
      case 'triangles':
        return holdTriangles(unit, part, facts, tolerance, own);
    }
  });
}

/**
 * Returns the same shapes for drawing, without the differences that take longer. Hulls have no phantom and missing volume and no moved vertices.
 * Triangles have the largest distance of a moved vertex, but no list. @throws whatever `progress` throws.
 */
export function holdWithoutVolumes(
  mesh: TriangleMesh,
  engine: PhysicsEngine,
  { engineShape }: Pick<EngineOptions, 'engineShape'>,
  progress: Progress = noProgress,
): readonly HeldShape[] {
  return holdUnits(mesh, engines[engine], { engineShape, engineTolerance: Infinity }, progress);
}

/** Returns the surfaces of shapes as one mesh, with one part for each. */
export function meshOfHeld(shapes: readonly HeldShape[]): TriangleMesh {
  return joinMeshes(
    shapes.flatMap(({ name, surface }): readonly TriangleMesh[] => {
      if (surface === null) return [];
      const part: MeshPart = { name, firstTriangle: 0, triangleCount: surface.indices.length / 3, worldFromPart: null };
      return [{ ...surface, parts: [part] }];
    }),
  );
}

function shapeOf({ declared }: EngineUnit, { shape }: EngineFacts, wanted: EngineOptions['engineShape']): HeldShape['shape'] {
  if (declared !== null && declared !== 'hull' && declared !== 'triangles') return 'primitive';
  if (declared === 'hull' || shape === 'hull') return 'hull';
  return wanted === 'hull' ? 'hull' : 'triangles';
}

function base({ name, triangles }: EngineUnit, shape: HeldShape['shape']): HeldShape {
  return {
    name,
    shape,
    triangles,
    refusal: null,
    surface: null,
    reducedFrom: null,
    vanished: new Uint32Array(),
    moved: unmoved,
    phantom: null,
    missing: null,
    boxes: null,
  };
}

function holdTriangles(
  unit: EngineUnit,
  { mesh, vertices }: UnitMesh,
  facts: EngineFacts,
  tolerance: number,
  progress: Progress,
): HeldShape {
  const held = storedTriangles(mesh, facts, progress);
  const { kept, positions, indices } = held;
  const isKept = new Uint8Array(unit.triangles.length);
  for (const triangle of kept) isKept[triangle] = 1;
  const found = { ...base(unit, 'triangles'), vanished: unit.triangles.filter((_, i) => isKept[i] === 0) };
  if (kept.length === 0) return { ...found, refusal: 'no triangle is left' };
  if (kept.length > facts.maxTriangles)
    return { ...found, refusal: `it has ${kept.length} triangles, and the limit is ${facts.maxTriangles}` };
  const surface: TriangleMesh = { positions, indices, parts: [] };
  return { ...found, surface, moved: movedVertices(mesh, vertices, held, tolerance), boxes: boxGrowth(surface, facts.boxes) };
}

function storedTriangles(mesh: TriangleMesh, { triangles, weldDistance }: EngineFacts, progress: Progress): HeldTriangles {
  switch (triangles) {
    case 'f32':
      return roundMesh(mesh);
    case 'physx':
      return cleanPhysx(mesh);
    case 'jolt':
      return joltGrid(mesh, weldDistance, progress);
  }
}

/** Compares the corners of each kept triangle with those in the mesh: a merged vertex has moved to another one. */
function movedVertices(
  mesh: TriangleMesh,
  names: Uint32Array,
  { kept, positions, indices }: HeldTriangles,
  tolerance: number,
): MovedVertices {
  const distances = new Float64Array(names.length);
  for (let i = 0; i < indices.length; i++) {
    const from = 3 * mesh.indices[3 * kept[Math.floor(i / 3)] + (i % 3)];
    const to = 3 * indices[i];
    const moved = Math.hypot(
      positions[to] - mesh.positions[from],
      positions[to + 1] - mesh.positions[from + 1],
      positions[to + 2] - mesh.positions[from + 2],
    );
    distances[from / 3] = Math.max(distances[from / 3], moved);
  }
  const farthest = distances.reduce((best, distance, vertex) => (distance > distances[best] ? vertex : best), 0);
  const far = Uint32Array.from(distances.keys()).filter((vertex) => distances[vertex] > tolerance);
  return {
    vertices: far.map((vertex) => names[vertex]),
    distances: Float64Array.from(far, (vertex) => distances[vertex]),
    max: distances[farthest],
    location:
      distances[farthest] > 0 ? [mesh.positions[3 * farthest], mesh.positions[3 * farthest + 1], mesh.positions[3 * farthest + 2]] : null,
  };
}

function holdHull(unit: EngineUnit, { mesh, vertices }: UnitMesh, facts: EngineFacts, tolerance: number, progress: Progress): HeldShape {
  const finite = roundMesh(mesh);
  const isUsed = new Uint8Array(vertexCount(mesh));
  for (const vertex of finite.indices) isUsed[vertex] = 1;
  const points = finite.positions.filter((_, i) => isUsed[Math.floor(i / 3)] === 1);
  if (points.length === 0) return { ...base(unit, 'hull'), refusal: 'no vertex is finite in 32-bit floats' };
  const held = heldHull(points, facts, (fraction) => progress(fraction / 4));
  const { hull, reducedFrom } = held;
  if (hull.dimension < 3) return { ...base(unit, 'hull'), refusal: 'its convex hull has no volume' };
  const surface: TriangleMesh = { positions: hull.positions, indices: hullTriangles(hull), parts: [] };
  if (tolerance === Infinity) return { ...base(unit, 'hull'), surface, reducedFrom };
  const { phantom, missing } = hullDifferences(mesh, held, tolerance, (fraction) => progress(0.25 + 0.75 * fraction));
  const named = (difference: HullDifference): HullDifference => ({
    ...difference,
    triangles: difference.triangles.map((t) => unit.triangles[t]),
  });
  const moved = movedVertices(mesh, vertices, finite, tolerance);
  return { ...base(unit, 'hull'), surface, reducedFrom, moved, phantom: named(phantom), missing: named(missing) };
}
