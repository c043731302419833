import type { EngineShape, LoadSweeper } from './engine-sweep.ts';

/** Returns shape casts by Rapier, in f32. A shape that starts in contact has the time 0. */
export async function rapierSweeper(): Promise<LoadSweeper> {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const still = { x: 0, y: 0, z: 0 };
  const unrotated = { x: 0, y: 0, z: 0, w: 1 };
  const shapeOf = (shape: EngineShape): InstanceType<typeof rapier.Shape> => {
    switch (shape.kind) {
      case 'sphere':
        return new rapier.Ball(shape.radius);
      case 'capsule':
        return new rapier.Capsule(shape.halfHeight, shape.radius);
      case 'box':
        return new rapier.Cuboid(...shape.half);
    }
  };
  return ({ positions, indices }, moving) => {
    const world = new rapier.World(still);
    const mesh = world.createCollider(rapier.ColliderDesc.trimesh(Float32Array.from(positions), indices));
    const shape = shapeOf(moving);
    return ([x, y, z], to) => {
      const motion = { x: to[0] - x, y: to[1] - y, z: to[2] - z };
      return mesh.castShape(still, shape, { x, y, z }, unrotated, motion, 0, 1, true)?.time_of_impact ?? null;
    };
  };
}
