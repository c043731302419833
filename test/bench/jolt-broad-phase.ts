import type { MovingBoxes } from './moving-boxes.ts';

/**
 * Returns a function that moves the boxes by one step in Jolt. Jolt has no timer of its broad phase: the step has no contacts, gravity or
 * constraints, so all that remains is the motion of the bodies, the update of the tree and the search of pairs. The steps return `null`.
 * @param searches whether pairs are searched: the rest of the step is measured without
 */
export async function joltBroadPhase({ boxes, velocities }: MovingBoxes, searches = true): Promise<() => null> {
  const { default: load } = await import('jolt-physics/wasm-compat');
  const jolt = await load();
  const count = boxes.length / 6;
  // Two layers in one tree. All bodies are in the first, which collides with the second only: the search reaches every pair and rejects it.
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  if (searches) pairs.EnableCollision(0, 1);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 1);
  const layer = new jolt.BroadPhaseLayer(0);
  layers.MapObjectToBroadPhaseLayer(0, layer);
  layers.MapObjectToBroadPhaseLayer(1, layer);
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = count + 1;
  settings.mMaxWorkerThreads = 1;
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 2);
  const world = new jolt.JoltInterface(settings);
  const system = world.GetPhysicsSystem();
  system.SetGravity(new jolt.Vec3(0, 0, 0));
  const bodies = system.GetBodyInterface();
  for (let i = 0; i < count; i++) {
    const half = [0, 1, 2].map((k) => (boxes[6 * i + 3 + k]! - boxes[6 * i + k]!) / 2) as [number, number, number];
    const center = [0, 1, 2].map((k) => boxes[6 * i + k]! + half[k]!) as [number, number, number];
    const shape = new jolt.BoxShape(new jolt.Vec3(...half), 0);
    const body = new jolt.BodyCreationSettings(shape, new jolt.RVec3(...center), new jolt.Quat(0, 0, 0, 1), jolt.EMotionType_Dynamic, 0);
    body.mAllowSleeping = false;
    body.mLinearDamping = 0;
    body.mLinearVelocity = new jolt.Vec3(velocities[3 * i]!, velocities[3 * i + 1]!, velocities[3 * i + 2]!);
    bodies.CreateAndAddBody(body, jolt.EActivation_Activate);
    jolt.destroy(body);
  }
  system.OptimizeBroadPhase();
  return () => {
    world.Step(1, 1);
    return null;
  };
}
