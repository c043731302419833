import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { insideOptions } from '../../options/inside-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { insideInto, type WindingObserver } from '../inside/into.ts';
import { windingSurface } from '../inside/surface.ts';
import { createWindingTree } from '../inside/winding-tree.ts';
import { createInsideWorkspace } from '../inside/workspace.ts';
import { createDecision, decide, TraceRecorder } from './recorder.ts';
import { noStep, type Trace } from './trace.ts';

/**
 * Runs a query of the winding number and records its traversal: `cull` is a cluster that counts by its far field, `hit` a triangle that
 * counts by its solid angle. Where a first error bound does not decide, the tree is traversed again with a smaller one. The sum of all
 * triangles, the last try, adds to the cost only. The result has no triangles.
 * @throws InspectorError `invalid-argument` as `pointWinding`, and for a limit below 1.
 */
export function traceInside(tree: Tree, mesh: TriangleMesh, point: Vec3, accuracy: number, maxSteps: number, parts = ''): Trace {
  checkValues(insideOptions, { accuracy });
  const winding = createWindingTree(tree, mesh, windingSurface(mesh, parts));
  const recorder = new TraceRecorder(maxSteps, false);
  const decision = createDecision();
  // Clusters that are open: the step that opened each, and the cluster after its last part.
  let open: { readonly step: number; readonly end: number }[] = [];
  const observer: WindingObserver = {
    cluster: (cluster, outcome, bound, limit) => {
      if (cluster === 0) open = [];
      while (open.length > 0 && cluster >= open.at(-1)!.end) open.pop();
      const node = winding.nodes[cluster];
      const parent = open.at(-1)?.step ?? noStep;
      recorder.nodes++;
      decide(decision, outcome === 'far' ? 'far-field' : 'near', Number.isNaN(bound) ? Infinity : bound, limit);
      const entered = recorder.node(outcome === 'far' ? 'cull' : 'push', node, 0, parent, decision);
      if (outcome === 'far') return;
      const step = recorder.node(outcome === 'open' ? 'open' : 'leaf', node, 0, entered, decision);
      if (outcome === 'open') open.push({ step, end: winding.next[cluster] });
      for (let i = 0; i < winding.terminal[cluster]; i++) {
        recorder.triangles++;
        recorder.triangle('hit', winding.order[winding.first[cluster] + i], 0, step, limit);
      }
    },
    all: (triangles) => void (recorder.triangles += triangles),
  };
  insideInto(winding, point, accuracy, createInsideWorkspace(winding), observer);
  return recorder.finish(new Uint32Array(), false);
}
