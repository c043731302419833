import type load from 'jolt-physics/wasm-compat';

export type JoltModule = Awaited<ReturnType<typeof load>>;

/** Returns Jolt with a world: before there is one, its shapes have no functions. */
export async function loadJolt(): Promise<JoltModule> {
  const { default: start } = await import('jolt-physics/wasm-compat');
  const jolt = await start();
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  settings.mMaxBodies = 1;
  settings.mMaxWorkerThreads = 1;
  void new jolt.JoltInterface(settings);
  return jolt;
}
