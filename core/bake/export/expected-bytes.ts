import type { Bounds } from '../../mesh/bounds.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BakeFormatName } from '../bake-format.ts';
import { single } from '../bodies/single-positions.ts';
import { decimal } from '../mesh-files/decimal.ts';
import { type Conversion, convertPoint } from './conversion.ts';
import type { TriangleRuns } from '../../mesh/mesh-of-runs.ts';
import { renderedHulls } from './rendered-hulls.ts';

/** Counts and bounds of the triangles to export, in units of the mesh. */
export interface ExportFacts {
  readonly triangles: number;
  /** Vertices that these triangles use. */
  readonly usedVertices: number;
  /** Vertices of the exported mesh: all of them, if all triangles are exported. */
  readonly vertices: number;
  /** Parts with such triangles. */
  readonly parts: number;
  /** Of the finite coordinates; `null` without any. */
  readonly bounds: Bounds | null;
}

/** Returns counts and bounds of runs of triangles; `null` for all. */
export function exportFacts(mesh: TriangleMesh, runs: TriangleRuns | null): ExportFacts {
  const { positions, indices, parts } = mesh;
  const used = new Uint8Array(positions.length / 3);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const pairs = runs ?? [0, indices.length / 3];
  let triangles = 0;
  let usedVertices = 0;
  for (let r = 0; r < pairs.length; r += 2) {
    triangles += pairs[r + 1];
    for (let i = 3 * pairs[r]; i < 3 * (pairs[r] + pairs[r + 1]); i++) {
      const vertex = indices[i];
      if (used[vertex] === 1) continue;
      used[vertex] = 1;
      usedVertices++;
      for (let k = 0; k < 3; k++) {
        const value = positions[3 * vertex + k];
        if (value - value !== 0) continue;
        if (value < min[k]) min[k] = value;
        if (value > max[k]) max[k] = value;
      }
    }
  }
  const isFinite = [...min, ...max].every(Number.isFinite);
  return {
    triangles,
    usedVertices,
    vertices: runs === null ? positions.length / 3 : usedVertices,
    parts: parts.filter((part) => part.triangleCount > 0 && overlapsRuns(pairs, part.firstTriangle, part.triangleCount)).length,
    bounds: isFinite ? { min, max } : null,
  };
}

/** Returns bounds in the unit and along the axes of the file. */
export function convertedBounds({ min, max }: Bounds, conversion: Conversion): Bounds {
  const [a, b] = [new Float64Array(3), new Float64Array(3)];
  convertPoint(conversion, min[0], min[1], min[2], a, 0);
  convertPoint(conversion, max[0], max[1], max[2], b, 0);
  return {
    min: [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])],
    max: [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])],
  };
}

/** What the size of a file depends on. */
export interface ExportSize {
  readonly runs: TriangleRuns | null;
  readonly conversion: Conversion;
  /** Of the same runs. */
  readonly facts: ExportFacts;
  /** Of all triangles; about the same for a part of them. */
  readonly trees: readonly { readonly bytes: number; readonly nodes: number }[];
}

/** Returns about how many bytes a file will have; for text from a sample of coordinates. */
export function expectedBytes(format: BakeFormatName, mesh: TriangleMesh, { runs, conversion, facts, trees }: ExportSize): number {
  const { triangles, vertices, usedVertices, parts } = facts;
  const share = (3 * triangles) / Math.max(1, mesh.indices.length);
  const total = (name: 'bytes' | 'nodes'): number => share * trees.reduce((sum, tree) => sum + tree[name], 0);
  switch (format) {
    case 'stl':
      return 84 + 50 * triangles;
    case 'ply':
      return 200 + 28 * parts + 24 * vertices + 13 * triangles;
    case 'obj':
      return Math.round(vertices * (2 + coordinateBytes(mesh, runs, conversion)) + triangles * (2 + indexBytes(vertices)) + 12 * parts);
    case 'off':
      return Math.round(20 + vertices * coordinateBytes(mesh, runs, conversion) + triangles * (2 + indexBytes(vertices)));
    case 'usd-physics':
      return Math.round(200 + 330 * parts + 36 * usedVertices + triangles * (6 + indexBytes(usedVertices)));
    case 'godot-scene':
    case 'godot-shape': {
      // Each triangle has its own three corners, of three coordinates with 10 letters and a comma each. A hull has its vertices once; several are no shape.
      const hulls = format === 'godot-shape' && parts > 1 ? { triangles: 0, vertices: 0 } : writtenHulls(mesh, runs);
      return Math.round(100 + 200 * parts + 105 * (triangles - hulls.triangles) + 35 * hulls.vertices);
    }
    case 'mjcf':
    case 'urdf':
      // 10 letters a coordinate: those of an f32 relative to its part.
      return Math.round(500 + 150 * parts + 33 * usedVertices + triangles * (2 + indexBytes(usedVertices)));
    case 'gltf-khr':
    case 'gltf-omi':
    case 'godot':
    case 'glb':
      return glbBytes(parts, usedVertices, triangles);
    case 'unreal': {
      const hulls = renderedHulls(mesh, (first, count) => trianglesIn(runs ?? [0, mesh.indices.length / 3], first, count));
      return Math.round(glbBytes(parts, usedVertices, triangles) + glbBytes(hulls.parts, hulls.vertices, hulls.triangles) - 300);
    }
    case 'boxwood':
      return Math.round(1000 + 160 * parts + 24 * vertices + 12 * triangles + total('bytes'));
    case 'three-mesh-bvh':
      return Math.round(500 + 60 * parts + 12 * vertices + (vertices <= 0x1_0000 ? 10 : 16) * triangles + 32 * total('nodes'));
    case 'rapier':
      return Math.round(30 + 220 * parts + 12 * usedVertices + 12 * triangles);
    case 'physx-convex':
      // Faces are not known: a vertex of a box has 43 bytes, one of a round hull 79. Vertices inside a hull count for nothing.
      return Math.round(150 * parts + 58 * Math.min(usedVertices, 255 * parts));
    case 'bullet-shapes':
      return Math.round(4000 + 240 * parts + 16 * usedVertices + 44 * triangles);
    case 'bullet-bvh':
      return Math.round(300 + 12 * vertices + 44 * triangles);
    case 'bullet':
      return Math.round(2200 + 16 * vertices + 44 * triangles);
    case 'jolt-shapes': {
      // Hulls are written without triangles.
      const ofMeshes = triangles - writtenHulls(mesh, runs).triangles;
      return Math.round(
        2300 +
          230 * parts +
          usedVertices * (7 + coordinateBytes(mesh, runs, conversion, single)) +
          ofMeshes * (54 + indexBytes(usedVertices) + indexBytes(triangles) / 3),
      );
    }
    case 'jolt-settings':
      return Math.round(
        600 +
          vertices * (5 + coordinateBytes(mesh, runs, conversion, single)) +
          triangles * (52 + indexBytes(vertices) + indexBytes(triangles) / 3),
      );
    case 'jolt-state':
      // As of meshes; hulls and primitives have fewer.
      return Math.round(110 + 150 * parts + 17.2 * triangles + 8.6 * usedVertices);
    case 'jolt':
      // Half of the nodes are leaves of at most eight triangles, and a quarter of them nodes of four. Some vertices are there twice.
      return Math.round(70 + 4 * triangles + 25 * Math.max(total('nodes'), triangles / 2.7) + 8.6 * usedVertices);
    case 'physx':
      // Blocks of four slots, most of them full.
      return Math.round(130 + 12 * vertices + (vertices <= 0x1_0000 ? 11 : 17) * triangles + 19 * total('nodes'));
  }
}

/** Returns the written triangles of parts that become convex hulls, and about how many vertices these have: closed hulls of triangles. */
function writtenHulls(
  { parts, indices }: TriangleMesh,
  runs: TriangleRuns | null,
): { readonly triangles: number; readonly vertices: number } {
  const pairs = runs ?? [0, indices.length / 3];
  let [triangles, vertices] = [0, 0];
  for (const { role, firstTriangle, triangleCount } of parts) {
    const written = role?.shape === 'hull' ? trianglesIn(pairs, firstTriangle, triangleCount) : 0;
    if (written === 0) continue;
    triangles += written;
    vertices += written / 2 + 2;
  }
  return { triangles, vertices };
}

function glbBytes(parts: number, vertices: number, triangles: number): number {
  return 300 + 480 * parts + 12 * vertices + (vertices / Math.max(1, parts) > 65_535 ? 12 : 6) * triangles;
}

/** Whether runs have a triangle of a range. */
function overlapsRuns(runs: TriangleRuns, first: number, count: number): boolean {
  const at = firstRunAfter(runs, first);
  return at < runs.length && runs[at] < first + count;
}

/** Returns how many triangles of a range runs have. */
function trianglesIn(runs: TriangleRuns, first: number, count: number): number {
  let sum = 0;
  for (let at = firstRunAfter(runs, first); at < runs.length && runs[at] < first + count; at += 2)
    sum += Math.min(runs[at] + runs[at + 1], first + count) - Math.max(runs[at], first);
  return sum;
}

/** Returns where the first run begins that ends after a triangle, by binary search; the length of all runs if none does. */
function firstRunAfter(runs: TriangleRuns, first: number): number {
  let low = 0;
  let high = runs.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[2 * middle] + runs[2 * middle + 1] <= first) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

const maxSamples = 2000;

/** Returns the mean length of three coordinates as text, with a blank or line break after each. */
function coordinateBytes(
  { positions, indices }: TriangleMesh,
  runs: TriangleRuns | null,
  conversion: Conversion,
  text: (value: number) => string = decimal,
): number {
  const pairs = runs ?? [0, indices.length / 3];
  const step = Math.max(1, Math.floor(pairs.reduce((sum, value, i) => sum + (i % 2 === 1 ? 3 * value : 0), 0) / maxSamples));
  const point = new Float64Array(3);
  let corner = 0;
  let length = 0;
  let samples = 0;
  for (let r = 0; r < pairs.length; r += 2) {
    const [start, end] = [3 * pairs[r], 3 * (pairs[r] + pairs[r + 1])];
    for (let i = start + ((step - (corner % step)) % step); i < end; i += step) {
      const at = 3 * indices[i];
      convertPoint(conversion, positions[at], positions[at + 1], positions[at + 2], point, 0);
      for (const value of point) length += text(value).length + 1;
      samples++;
    }
    corner += end - start;
  }
  return samples === 0 ? 0 : length / samples;
}

/** Returns the mean length of three vertex numbers as text, if all are used equally often, with a blank or line break after each. */
function indexBytes(vertices: number): number {
  let digits = 0;
  for (let low = 1; low <= vertices; low *= 10) digits += vertices - low + 1;
  return 3 * (digits / Math.max(1, vertices) + 1);
}
