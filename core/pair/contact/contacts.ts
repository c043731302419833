import { checkTransform, type Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { contactKinds, createTriangleContact, triangleContact, type ContactKind } from '../../shape/triangle-triangle-contact.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';

/** Contacts of the triangles of intersecting pairs, in flat arrays: a hundred thousand contacts take little memory. */
export interface Contacts {
  /** (2·n) triangle of A, triangle of B. */
  readonly pairs: Uint32Array;
  /** (n) index into `contactKinds`. */
  readonly kinds: Uint8Array;
  /** (n + 1) contact i has the points firstPoint[i] to firstPoint[i + 1] − 1: one, the two ends of a segment, or a polygon's corners. */
  readonly firstPoint: Uint32Array;
  /** (3·P) x y z in the space of A; see `contactPosition` for the bound on their error. */
  readonly positions: Float64Array;
  /** (P) codes of the features of A's and of B's triangle on which a point lies, see `triangle-feature.ts`; exact. */
  readonly featuresA: Uint8Array;
  readonly featuresB: Uint8Array;
}

/** One contact as a record. */
export interface Contact {
  readonly a: number;
  readonly b: number;
  readonly kind: ContactKind;
  /** One, two, or the corners of a polygon in order around it. */
  readonly points: readonly Vec3[];
  /** Area of the polygon; 0 for segments and points; infinite if it or a side overflows f64. */
  readonly area: number;
}

/** Contacts between two calls of `progress`. */
const reportStep = 1 << 12;

/**
 * Returns the contacts of the triangles of each pair (catalogue P2). `found` (2·n) is the result of `pairs` for the same meshes and
 * transform; pairs that do not intersect are left out.
 * @throws InspectorError `invalid-argument` as `checkTransform` does; whatever `progress` throws.
 */
export function contacts(
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  found: Uint32Array,
  progress: Progress = noProgress,
): Contacts {
  checkTransform(aFromB);
  const count = found.length / 2;
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const contact = createTriangleContact();
  const kept = new Uint32Array(found.length);
  const kinds = new Uint8Array(count);
  const firstPoint = new Uint32Array(count + 1);
  // Segments and single points fit at first; polygons make the arrays grow.
  let points = createPoints(2 * count + 6);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (i % reportStep === 0) progress(i / count);
    readCorners(a, found[2 * i], p);
    if (!readPlacedCorners(b, found[2 * i + 1], aFromB, q) || !triangleContact(p, q, contact)) continue;
    const at = firstPoint[n];
    if (at + contact.pointCount > points.featuresA.length) points = copyPoints(points, at, 2 * at);
    points.positions.set(contact.positions.subarray(0, 3 * contact.pointCount), 3 * at);
    points.featuresA.set(contact.pFeatures.subarray(0, contact.pointCount), at);
    points.featuresB.set(contact.qFeatures.subarray(0, contact.pointCount), at);
    kept[2 * n] = found[2 * i];
    kept[2 * n + 1] = found[2 * i + 1];
    kinds[n] = contactKinds.indexOf(contact.kind);
    firstPoint[++n] = at + contact.pointCount;
  }
  progress(1);
  const tight = copyPoints(points, firstPoint[n], firstPoint[n]);
  return { pairs: kept.slice(0, 2 * n), kinds: kinds.slice(0, n), firstPoint: firstPoint.slice(0, n + 1), ...tight };
}

type Points = Pick<Contacts, 'positions' | 'featuresA' | 'featuresB'>;

function createPoints(capacity: number): Points {
  return { positions: new Float64Array(3 * capacity), featuresA: new Uint8Array(capacity), featuresB: new Uint8Array(capacity) };
}

function copyPoints(from: Points, count: number, capacity: number): Points {
  const to = createPoints(capacity);
  to.positions.set(from.positions.subarray(0, 3 * count));
  to.featuresA.set(from.featuresA.subarray(0, count));
  to.featuresB.set(from.featuresB.subarray(0, count));
  return to;
}

/** Returns the number of contacts. */
export function contactCount(all: Contacts): number {
  return all.kinds.length;
}

/** Returns contact i as a record. */
export function contactAt(all: Contacts, i: number): Contact {
  const points: Vec3[] = [];
  for (let at = all.firstPoint[i]; at < all.firstPoint[i + 1]; at++) {
    points.push([all.positions[3 * at], all.positions[3 * at + 1], all.positions[3 * at + 2]]);
  }
  return { a: all.pairs[2 * i], b: all.pairs[2 * i + 1], kind: contactKinds[all.kinds[i]]!, points, area: areaOf(points) };
}

/** Returns the length of a contact that is a segment, in units of A; `null` for a point or a polygon. */
export function contactLength({ firstPoint, positions }: Contacts, i: number): number | null {
  const from = 3 * firstPoint[i];
  const to = from + 3;
  if (firstPoint[i + 1] - firstPoint[i] !== 2) return null;
  return Math.hypot(positions[to] - positions[from], positions[to + 1] - positions[from + 1], positions[to + 2] - positions[from + 2]);
}

function areaOf(points: readonly Vec3[]): number {
  if (points.length < 3) return 0;
  const origin = points[0]!;
  // Products overflow long before lengths do. Scaling by a power of two changes no digits.
  const size = Math.max(...points.flatMap((point) => point.map((value, k) => Math.abs(value - origin[k]!))));
  const scale = 2 ** Math.min(1022, Math.max(-1022, Math.floor(Math.log2(size))));
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 2; i < points.length; i++) {
    const [s, t] = [points[i - 1]!, points[i]!];
    const ux = (s[0] - origin[0]) / scale;
    const uy = (s[1] - origin[1]) / scale;
    const uz = (s[2] - origin[2]) / scale;
    const vx = (t[0] - origin[0]) / scale;
    const vy = (t[1] - origin[1]) / scale;
    const vz = (t[2] - origin[2]) / scale;
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  return (Math.hypot(x, y, z) / 2) * scale * scale;
}
