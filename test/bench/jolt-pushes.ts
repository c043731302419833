import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Vec3 } from '#core/math/vec3';
import { loadJolt } from './load-jolt.ts';

/** Moves along contacts, at most. */
const maxMoves = 100;
/** Part of a depth that is added, so that the next test is not decided by rounding. */
const slop = 1e-3;

/** Returns the translation of a hull of points (3·N) at a place, along the deepest contact of Jolt with a mesh, until there is none. */
export async function joltMeshPushes({ positions, indices }: TriangleMesh, points: Float64Array): Promise<(at: Vec3) => Vec3> {
  const jolt = await loadJolt();
  const vertices = new jolt.VertexList();
  for (let i = 0; i < positions.length; i += 3) vertices.push_back(new jolt.Float3(positions[i]!, positions[i + 1]!, positions[i + 2]!));
  const triangles = new jolt.IndexedTriangleList();
  for (let i = 0; i < indices.length; i += 3)
    triangles.push_back(new jolt.IndexedTriangle(indices[i]!, indices[i + 1]!, indices[i + 2]!, 0));
  const [filter, zero, one] = [new jolt.ShapeFilter(), new jolt.RVec3(0, 0, 0), new jolt.Vec3(1, 1, 1)];
  const mesh = new jolt.TransformedShape();
  mesh.mShape = new jolt.MeshShapeSettings(vertices, triangles, new jolt.PhysicsMaterialList()).Create().Get();
  mesh.SetWorldTransform(zero, new jolt.Quat(0, 0, 0, 1), one);
  const description = new jolt.ConvexHullShapeSettings();
  description.mMaxConvexRadius = 0;
  for (let i = 0; i < points.length; i += 3) description.mPoints.push_back(new jolt.Vec3(points[i]!, points[i + 1]!, points[i + 2]!));
  const hull = description.Create().Get();
  const centre = hull.GetCenterOfMass();
  const offset = [centre.GetX(), centre.GetY(), centre.GetZ()] as const;
  const settings = new jolt.CollideShapeSettings();
  settings.mBackFaceMode = jolt.EBackFaceMode_CollideWithBackFaces;
  const collector = new jolt.CollideShapeClosestHitCollisionCollector();
  return (at) => {
    const push: [number, number, number] = [0, 0, 0];
    for (let move = 0; move < maxMoves; move++) {
      const place = new jolt.RVec3(at[0] + offset[0] + push[0], at[1] + offset[1] + push[1], at[2] + offset[2] + push[2]);
      collector.Reset();
      mesh.CollideShape(hull, one, jolt.RMat44.prototype.sTranslation(place), settings, zero, collector, filter);
      jolt.destroy(place);
      if (!collector.HadHit()) break;
      const { mPenetrationAxis: axis, mPenetrationDepth: depth } = collector.mHit;
      const direction = [axis.GetX(), axis.GetY(), axis.GetZ()] as const;
      // It moves the mesh out of the hull.
      const length = -(Math.max(0, depth) * (1 + slop) + 1e-5) / (Math.hypot(...direction) || 1);
      for (let k = 0; k < 3; k++) push[k]! += direction[k]! * length;
    }
    return push;
  };
}
