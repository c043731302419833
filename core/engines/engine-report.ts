import type { Vec3 } from '../math/vec3.ts';
import { type EngineRule, engines, type PhysicsEngine } from './engines.ts';
import type { HullDifference } from './hull-differences.ts';
import type { HeldShape } from './hold-mesh.ts';

/** The figures of the shapes that an engine holds, as plain data. Lengths are in mesh units. */
export interface EngineReport {
  readonly engine: PhysicsEngine;
  readonly title: string;
  /** Version of the engine that the rules describe. */
  readonly version: string;
  readonly rules: readonly EngineRule[];
  readonly vanishedTriangles: number;
  readonly movedVertices: number;
  /** Largest distance by which a vertex moves. */
  readonly maxMoved: number;
  readonly maxMovedAt: Vec3 | null;
  /** Sum over the shapes; overlaps of shapes count twice. `null` if a mesh is open, or if no shape is a hull. */
  readonly phantomVolume: number | null;
  readonly missingVolume: number | null;
  /** Largest distance of a point of a hull from the surface of its mesh, and of the mesh outside its hull. */
  readonly maxPhantom: number;
  readonly maxPhantomAt: Vec3 | null;
  readonly maxMissing: number;
  readonly maxMissingAt: Vec3 | null;
  /** Largest growth of a box of the tree; `null` if boxes are exact. */
  readonly boxGrowth: number | null;
  readonly unboundedBoxes: number;
  readonly shapes: readonly EngineShapeRecord[];
}

export interface EngineShapeRecord {
  readonly name: string;
  readonly shape: HeldShape['shape'];
  readonly refusal: string | null;
  /** Of the surface that the engine holds; 0 if it is refused. */
  readonly triangles: number;
  readonly vertices: number;
  readonly reducedFrom: number | null;
  readonly vanishedTriangles: number;
  readonly maxMoved: number;
  readonly phantomVolume: number | null;
  readonly missingVolume: number | null;
  readonly maxPhantom: number;
  readonly maxMissing: number;
}

/** Returns the figures of the shapes that `holdMesh` returned for this engine. */
export function engineReport(engine: PhysicsEngine, shapes: readonly HeldShape[]): EngineReport {
  const { title, version, rules } = engines[engine];
  const moved = farthest(shapes.map((shape) => ({ distance: shape.moved.max, location: shape.moved.location })));
  const phantom = farthest(shapes.map((shape) => shape.phantom));
  const missing = farthest(shapes.map((shape) => shape.missing));
  const boxes = shapes.flatMap((shape) => (shape.boxes === null ? [] : [shape.boxes]));
  return {
    engine,
    title,
    version,
    rules,
    vanishedTriangles: shapes.reduce((sum, { vanished }) => sum + vanished.length, 0),
    movedVertices: shapes.reduce((sum, shape) => sum + shape.moved.vertices.length, 0),
    maxMoved: moved.distance,
    maxMovedAt: moved.location,
    phantomVolume: sumOf(shapes.map((shape) => shape.phantom)),
    missingVolume: sumOf(shapes.map((shape) => shape.missing)),
    maxPhantom: phantom.distance,
    maxPhantomAt: phantom.location,
    maxMissing: missing.distance,
    maxMissingAt: missing.location,
    boxGrowth: boxes.length === 0 ? null : Math.max(...boxes.map(({ max }) => max)),
    unboundedBoxes: boxes.reduce((sum, { unbounded }) => sum + unbounded, 0),
    shapes: shapes.map(recordOf),
  };
}

type Farthest = Pick<HullDifference, 'distance' | 'location'>;

function farthest(differences: readonly (Farthest | null)[]): Farthest {
  return differences.reduce<Farthest>((best, one) => (one !== null && one.distance > best.distance ? one : best), {
    distance: 0,
    location: null,
  });
}

function sumOf(differences: readonly (HullDifference | null)[]): number | null {
  const compared = differences.flatMap((one) => (one === null ? [] : [one.volume]));
  return compared.length === 0 ? null : compared.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

function recordOf({ name, shape, refusal, surface, reducedFrom, vanished, moved, phantom, missing }: HeldShape): EngineShapeRecord {
  return {
    name,
    shape,
    refusal,
    triangles: surface === null ? 0 : surface.indices.length / 3,
    vertices: surface === null ? 0 : new Set(surface.indices).size,
    reducedFrom,
    vanishedTriangles: vanished.length,
    maxMoved: moved.max,
    phantomVolume: phantom?.volume ?? null,
    missingVolume: missing?.volume ?? null,
    maxPhantom: phantom?.distance ?? 0,
    maxMissing: missing?.distance ?? 0,
  };
}
