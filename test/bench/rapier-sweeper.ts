import type { LoadSweeper } from './physx-sweeper.ts';

/** Returns shape casts of spheres by Rapier, in f32. A sphere that starts in contact has the time 0. */
export async function rapierSweeper(): Promise<LoadSweeper> {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const still = { x: 0, y: 0, z: 0 };
  const unrotated = { x: 0, y: 0, z: 0, w: 1 };
  return ({ positions, indices }, radius) => {
    const world = new rapier.World(still);
    const mesh = world.createCollider(rapier.ColliderDesc.trimesh(Float32Array.from(positions), indices));
    const ball = new rapier.Ball(radius);
    return ([x, y, z], to) => {
      const motion = { x: to[0] - x, y: to[1] - y, z: to[2] - z };
      return mesh.castShape(still, ball, { x, y, z }, unrotated, motion, 0, 1, true)?.time_of_impact ?? null;
    };
  };
}
