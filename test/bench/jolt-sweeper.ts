import type { EngineShape, LoadSweeper } from './engine-sweep.ts';
import { loadJolt } from './load-jolt.ts';

/** Returns shape casts by Jolt, which sees both sides of each triangle, in f32. A shape that starts in contact has the time 0. */
export async function joltSweeper(): Promise<LoadSweeper> {
  const jolt = await loadJolt();
  type Shape = InstanceType<typeof jolt.Shape>;
  const shapeOf = (shape: EngineShape): Shape => {
    switch (shape.kind) {
      case 'sphere':
        return new jolt.SphereShape(shape.radius);
      case 'capsule':
        return new jolt.CapsuleShape(shape.halfHeight, shape.radius);
      case 'box':
        return new jolt.BoxShape(new jolt.Vec3(...shape.half), 0);
    }
  };
  const meshOf = (positions: Float64Array, indices: Uint32Array): Shape => {
    const vertices = new jolt.VertexList();
    for (let i = 0; i < positions.length; i += 3) vertices.push_back(new jolt.Float3(positions[i]!, positions[i + 1]!, positions[i + 2]!));
    const triangles = new jolt.IndexedTriangleList();
    for (let i = 0; i < indices.length; i += 3)
      triangles.push_back(new jolt.IndexedTriangle(indices[i]!, indices[i + 1]!, indices[i + 2]!, 0));
    return new jolt.MeshShapeSettings(vertices, triangles, new jolt.PhysicsMaterialList()).Create().Get();
  };
  const settings = new jolt.ShapeCastSettings();
  settings.mBackFaceModeTriangles = jolt.EBackFaceMode_CollideWithBackFaces;
  const [filter, zero, one] = [new jolt.ShapeFilter(), new jolt.RVec3(0, 0, 0), new jolt.Vec3(1, 1, 1)];
  return ({ positions, indices }, moving) => {
    const mesh = new jolt.TransformedShape();
    mesh.mShape = meshOf(positions, indices);
    mesh.SetWorldTransform(zero, new jolt.Quat(0, 0, 0, 1), one);
    const shape = shapeOf(moving);
    return (from, to) => {
      const start = jolt.RMat44.prototype.sTranslation(new jolt.RVec3(...from));
      const cast = new jolt.RShapeCast(shape, one, start, new jolt.Vec3(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
      const collector = new jolt.CastShapeClosestHitCollisionCollector();
      mesh.CastShape(cast, settings, zero, collector, filter);
      const time = collector.HadHit() ? collector.mHit.mFraction : null;
      for (const own of [cast, collector]) jolt.destroy(own);
      return time;
    };
  };
}
