import { expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { corpusContext, describeCorpus, readCorpus } from './corpus.ts';

const folder = 'formats/fbx/ufbx/';
const centimetresOfFoot = 30.48;
type Point = readonly [number, number, number];
const asItIs = (point: Point): Point => point;

/**
 * FBX files with the OBJ that the program that made them wrote of the same scene: world space at rest. One of them was
 * turned and scaled on the way: its unit is the foot with z up, that of the OBJ the centimetre with y up.
 */
const references: readonly (readonly [fbx: string, obj: string, objFromFbx: (point: Point) => Point])[] = [
  ['maya_cube_7400_ascii', 'maya_cube', asItIs],
  ['maya_cube_7500_binary', 'maya_cube', asItIs],
  ['maya_cube_big_endian_7500_binary', 'maya_cube', asItIs],
  ['blender_282_suzanne_and_transform_7400_binary', 'blender_282_suzanne_and_transform', asItIs],
  ['blender_340_mirrored_normals_7400_binary', 'blender_340_mirrored_normals', asItIs],
  ['max_geometry_transform_types_7700_binary', 'max_geometry_transform_types', asItIs],
  [
    'revit_wall_square_7700_binary',
    'revit_wall_square',
    ([x, y, z]) => [centimetresOfFoot * x, centimetresOfFoot * z, -centimetresOfFoot * y],
  ],
];

const read = async (path: string): Promise<TriangleMesh> => (await importMesh(readCorpus(path), corpusContext(path))).mesh;

describeCorpus('FBX files compared with the OBJ of the same scene', () => {
  it.each(references)('%s shows the triangles of %s.obj where they are', async (fbx, obj, objFromFbx) => {
    const ours = trianglesOf(await read(`${folder}${fbx}.fbx`), objFromFbx);
    const theirs = trianglesOf(await read(`${folder}${obj}.obj`), asItIs);
    // The OBJ of 3ds Max has the vertices and no face.
    if (theirs.length > 0) expect(ours).toHaveLength(theirs.length);
    const [points, found] =
      theirs.length > 0
        ? [middlesOf(theirs), middlesOf(ours)]
        : [pointsOf(await read(`${folder}${obj}.obj`)), pointsOf(await read(`${folder}${fbx}.fbx`))];
    const tolerance = 2e-6 * Math.max(...points.flat().map(Math.abs));
    expect(farthest(found, points)).toBeLessThan(tolerance);
    expect(farthest(points, found)).toBeLessThan(tolerance);
    const turned = ours.filter(({ middle, normal }) => {
      const near = theirs.filter((other) => distance(other.middle, middle) < tolerance);
      // A wall of Revit may have both sides in the same place.
      return (
        near.length > 0 &&
        near.every((other) => normal[0] * other.normal[0] + normal[1] * other.normal[1] + normal[2] * other.normal[2] < 0)
      );
    });
    expect(turned).toEqual([]);
  });
});

interface PlacedTriangle {
  readonly middle: Point;
  readonly normal: Point;
}

/** Both formats number vertices and order faces in their own way. */
function trianglesOf(mesh: TriangleMesh, location: (point: Point) => Point): readonly PlacedTriangle[] {
  const points = pointsOf(mesh).map(location);
  return Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => points[mesh.indices[3 * t + k]!]!) as [Point, Point, Point];
    const [u, v] = [minus(b, a), minus(c, a)];
    return {
      middle: [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3],
      normal: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]],
    };
  });
}

function middlesOf(triangles: readonly PlacedTriangle[]): readonly Point[] {
  return triangles.map(({ middle }) => middle);
}

function pointsOf({ positions }: TriangleMesh): readonly Point[] {
  return Array.from({ length: positions.length / 3 }, (_, i) => [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]);
}

/** How far the point that is worst off is from the nearest of the others. */
function farthest(points: readonly Point[], others: readonly Point[]): number {
  return Math.max(...points.map((point) => others.reduce((min, other) => Math.min(min, distance(point, other)), Infinity)));
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}
