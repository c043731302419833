import { BufferAttribute, BufferGeometry } from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { meshOfDraft } from '#core/health/repair/mesh-draft';
import { weld as repair } from '#core/health/repair/weld';
import { type TriangleMesh, vertexCount } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { repairOptions } from '#core/options/repair-options';
import { noProgress } from '#core/progress';
import { resultHash } from '../result-hash.ts';
import { benchRadius } from '../bench-mesh.ts';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';

/** Of the radius: far below the distance of neighbours. */
const tolerance = 1e-7;

/** Part of the vertices that may differ: the rival rounds to a grid, and keeps close vertices on two sides of a border apart; one of the dragon. */
const maxOtherPart = 1e-5;

/** Welding of the mesh with three vertices of its own for each triangle, as in an STL; ours includes the new mesh. */
export const weld: BenchTask = {
  name: 'weld',
  rival: 'three',
  unit: 'ms',
  run: async ({ mesh }, rounds) => {
    const apart = withOwnVertices(mesh);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(apart.positions), 3));
    const options = { ...defaultValues(repairOptions), weld: tolerance * benchRadius };
    const result = await compare(
      {
        run: async () => {
          const welded = await repair.run(apart, options, noProgress, { sources: new Uint32Array(), holes: null });
          return welded?.draft == null ? apart : meshOfDraft(apart, welded.draft).mesh;
        },
      },
      { run: () => mergeVertices(geometry, options.weld).getAttribute('position').count },
      rounds,
    );
    const [ours, theirs] = [vertexCount(result.ours), result.theirs];
    return {
      ...each(result),
      hash: resultHash(result.ours.indices),
      disagreement: Math.abs(ours - theirs) <= maxOtherPart * ours ? null : `${ours} vertices, and ${theirs} for the rival`,
      note: `${vertexCount(apart)} vertices to ${ours}, ${theirs} of the rival`,
    };
  },
};

function withOwnVertices({ positions, indices, parts }: TriangleMesh): TriangleMesh {
  const apart = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) apart.set(positions.subarray(3 * indices[i]!, 3 * indices[i]! + 3), 3 * i);
  return { positions: apart, indices: indices.map((_, i) => i), parts };
}
