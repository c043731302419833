import type { MovingBoxes } from './moving-boxes.ts';

/** Returns a function that moves the boxes by one step in Rapier, and returns the milliseconds of its broad phase alone, by its profiler. */
export async function rapierBroadPhase({ boxes, velocities }: MovingBoxes): Promise<() => number> {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const world = new rapier.World({ x: 0, y: 0, z: 0 });
  world.timestep = 1;
  world.profilerEnabled = true;
  for (let i = 0; i < boxes.length / 6; i++) {
    const half = [0, 1, 2].map((k) => (boxes[6 * i + 3 + k]! - boxes[6 * i + k]!) / 2);
    const center = [0, 1, 2].map((k) => boxes[6 * i + k]! + half[k]!);
    const [x = 0, y = 0, z = 0] = center;
    const body = world.createRigidBody(
      rapier.RigidBodyDesc.dynamic()
        .setTranslation(x, y, z)
        .setLinvel(velocities[3 * i]!, velocities[3 * i + 1]!, velocities[3 * i + 2]!)
        .lockRotations()
        .setCanSleep(false),
    );
    // Groups without a common bit: pairs are found, and no contact follows.
    world.createCollider(rapier.ColliderDesc.cuboid(half[0]!, half[1]!, half[2]!).setCollisionGroups(0x0001_0002), body);
  }
  return () => {
    world.step();
    return world.timingBroadPhase();
  };
}
