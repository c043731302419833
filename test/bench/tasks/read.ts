import { meshReader, readMesh, type ImportedMesh, type TriangleMesh } from '#core/index';
import type { BufferGeometry, Mesh } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { resultHash } from '../result-hash.ts';
import type { BenchTask, Outcome, TaskName } from '../bench-task.ts';
import { binaryPly, binaryStl, objText } from '../mesh-files.ts';
import { compare } from '../compare.ts';
import { each } from '../rates.ts';

/** From the bytes of a file to a mesh, as each side reads it by default. */
export const readPly = readTask('read-ply', 'mesh.ply', binaryPly, (bytes) => new PLYLoader().parse(bytes.buffer));
export const readStl = readTask('read-stl', 'mesh.stl', binaryStl, loadStl);
/** As a program that reads many files, and needs one mesh at a time. */
export const readStlAgain = readTask('read-stl-again', 'mesh.stl', binaryStl, loadStl, () => meshReader().read);
export const readObj = readTask('read-obj', 'mesh.obj', objText, (bytes) => {
  const [object] = new OBJLoader().parse(new TextDecoder().decode(bytes)).children;
  return (object as Mesh<BufferGeometry>).geometry;
});

type Write = (mesh: TriangleMesh) => Uint8Array<ArrayBuffer>;
type Load = (bytes: Uint8Array<ArrayBuffer>) => BufferGeometry;
type Read = (bytes: Uint8Array, fileName: string) => Promise<ImportedMesh>;

function loadStl(bytes: Uint8Array<ArrayBuffer>): BufferGeometry {
  return new STLLoader().parse(bytes.buffer);
}

function readTask(name: TaskName, fileName: string, write: Write, load: Load, reader: () => Read = () => readMesh): BenchTask {
  return { name, rival: 'three', unit: 'ms', run: (mesh, rounds) => read(write(mesh.mesh), rounds, fileName, reader(), load) };
}

async function read(bytes: Uint8Array<ArrayBuffer>, rounds: number, fileName: string, own: Read, load: Load): Promise<Outcome> {
  const result = await compare({ run: () => own(bytes, fileName) }, { run: () => load(bytes) }, rounds);
  const { positions, indices } = result.ours.mesh;
  return { ...each(result), hash: resultHash(positions, indices), disagreement: disagreement(result.ours.mesh, result.theirs) };
}

/** Corner by corner: one side shares vertices where the other repeats them. */
export function disagreement({ positions, indices }: TriangleMesh, theirs: BufferGeometry): string | null {
  const { array } = theirs.getAttribute('position');
  const index = theirs.getIndex()?.array ?? null;
  const corners = index?.length ?? array.length / 3;
  if (corners !== indices.length) return `${indices.length / 3} triangles, and ${corners / 3} for the rival`;
  let differ = 0;
  for (let corner = 0; corner < corners; corner++) {
    const [mine, other] = [3 * indices[corner]!, 3 * (index?.[corner] ?? corner)];
    for (let axis = 0; axis < 3; axis++) if (Math.fround(positions[mine + axis]!) !== array[other + axis]) differ++;
  }
  return differ === 0 ? null : `${differ} coordinates differ`;
}
