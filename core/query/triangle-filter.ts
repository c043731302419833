import { directionSide } from '../math/direction-side.ts';
import { orient3dSign } from '../math/orientation.ts';
import type { Vec3 } from '../math/vec3.ts';
import { partsByName } from '../mesh/parts-by-name.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import type { FilterOptions } from '../options/filter-options.ts';

/** Whether a query considers a triangle (import index). `null` considers all of them. */
export type TriangleFilter = ((triangle: number) => boolean) | null;

/** From where a query looks at the triangles: from a point, or from infinity along a direction of any length above 0. */
export type Viewpoint = { readonly point: Vec3 } | { readonly direction: Vec3 };

/**
 * Returns the filter of a query on one mesh; `null` for all triangles. Exact signs decide a side. `front` needs a viewpoint above the plane of
 * a triangle or in it, `back` one below it or in it. Triangles without area pass both.
 *
 * The viewpoint is the point of a closest-point query, the centre of a sphere or box, and the eye of a frustum. It is the middle of the axis of
 * a capsule, and of the points of a triangle or hull. A ray, segment or sweep looks along its direction, and a plane against its normal.
 * @throws InspectorError `invalid-argument` for a name that selects no part.
 */
export function triangleFilter(mesh: TriangleMesh, options: FilterOptions, viewpoint: Viewpoint): TriangleFilter {
  return triangleFilters(mesh, options)(viewpoint);
}

/** As `triangleFilter` for many queries: finds the parts once, and returns the filter of each viewpoint. @throws InspectorError as it does. */
export function triangleFilters(mesh: TriangleMesh, { parts, sides }: FilterOptions): (viewpoint: Viewpoint) => TriangleFilter {
  const inParts = partFilter(mesh, parts);
  if (sides === 'both') return () => inParts;
  const wanted = sides === 'front' ? 1 : -1;
  return (viewpoint) => {
    const faces = (triangle: number): boolean => facing(mesh, triangle, viewpoint) !== -wanted;
    return inParts === null ? faces : (triangle) => inParts(triangle) && faces(triangle);
  };
}

/** Returns the filter of a list of parts (`partsByName`); `null` for the empty text. */
function partFilter(mesh: TriangleMesh, list: string): TriangleFilter {
  return maskFilter(chosenTriangles(mesh, list));
}

/** Returns the filter that accepts the triangles of a mask; `null` without one. */
export function maskFilter(chosen: Uint8Array | null): TriangleFilter {
  return chosen === null ? null : (triangle) => chosen[triangle] === 1;
}

/** Returns 1 for each triangle of a list of parts (`partsByName`); `null` for the empty text. @throws InspectorError `invalid-argument` as it does. */
export function chosenTriangles(mesh: TriangleMesh, list: string): Uint8Array | null {
  if (list === '') return null;
  const isChosen = new Uint8Array(mesh.indices.length / 3);
  for (const part of partsByName(mesh, list)) {
    const { firstTriangle, triangleCount } = mesh.parts[part];
    isChosen.fill(1, firstTriangle, firstTriangle + triangleCount);
  }
  return isChosen;
}

/** Returns 1 if the front of a triangle faces the viewpoint, -1 for the back, 0 for both. */
function facing(mesh: TriangleMesh, triangle: number, viewpoint: Viewpoint): number {
  const [a, b, c] = triangleVertices(mesh, triangle);
  if ('direction' in viewpoint) return 0 - directionSide(a, b, c, viewpoint.direction);
  const { point } = viewpoint;
  return orient3dSign(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], point[0], point[1], point[2]);
}
