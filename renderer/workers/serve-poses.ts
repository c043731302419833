import { toErrorData } from '#core/error';
import { meshBounds, poseAt } from '#core/mesh';
import { type LoadedRefit, loadRefit, openTree, refitTree, sahCost, subtreeCosts, type Tree } from '#core/tree';
import { noProgress } from '#core/progress';
import type { FromPoseWorker, MovingMesh, ToPoseWorker } from '../state/playback/deform-messages.ts';

/** Poses the mesh that is held and refits its tree, one request after the other. Returns the function that takes messages. */
export function servePoses(post: (message: FromPoseWorker, transfer: ArrayBuffer[]) => void): (message: ToPoseWorker) => void {
  let held: {
    readonly mesh: MovingMesh;
    readonly tree: Tree;
    readonly loaded: LoadedRefit | null;
    readonly builtCost: number | null;
  } | null = null;
  return (message) => {
    if (message.kind === 'hold') {
      const tree = openTree(message.tree);
      held = { mesh: message.mesh, tree, loaded: loadRefit(tree, { ...message.mesh, parts: [] }), builtCost: sahCost(tree) };
      return;
    }
    const { serial, clip, seconds } = message;
    const wanted = held?.mesh.animation.clips[clip];
    if (held === null || wanted === undefined) return;
    try {
      const start = performance.now();
      const positions = Float64Array.from(held.mesh.positions);
      poseAt(held.mesh.animation, wanted, seconds, positions);
      const mesh = { positions, indices: held.mesh.indices, parts: [] };
      const posed = performance.now();
      const bytes = refitTree(held.tree, mesh, null, noProgress, held.loaded);
      const refitMilliseconds = performance.now() - posed;
      const tree = openTree(bytes);
      const cost = sahCost(tree);
      const decay = cost === null || held.builtCost === null || !(held.builtCost > 0) ? null : cost / held.builtCost;
      const costShares = subtreeCosts(tree);
      const engine = held.loaded === null ? 'typescript' : 'webassembly';
      const figures = { poseMilliseconds: posed - start, refitMilliseconds, engine, cost, decay } as const;
      const transfer = [positions.buffer, bytes, costShares.buffer as ArrayBuffer]; // made here
      post({ kind: 'posed', serial, positions, bounds: meshBounds(mesh), tree: bytes, costShares, figures }, transfer);
    } catch (thrown) {
      post({ kind: 'failed', serial, problem: toErrorData(thrown) }, []);
    }
  };
}
