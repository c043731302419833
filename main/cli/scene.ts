import { Command } from 'commander';
import { basename, dirname, join, resolve } from 'node:path';
import { InspectorError, invalidArgument } from '#core/error';
import { buildOptions, defaultValues, type SceneOptions, sceneOptions } from '#core/options';
import { type ComparedMesh, comparisonCsv, parseSceneBytes, type SceneComparison, type SceneDocument, type SceneMeshes } from '#core/scene';
import { fastestTree, type TreeKind } from '#core/tree';
import { diskSource } from '../documents/file-source.ts';
import { isSceneArchive } from '../documents/scene-archive.ts';
import { findSceneMesh } from '../documents/scene-meshes.ts';
import { isAddress } from '../remote/address.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type MeshWork, type ReadMesh, withMeshWork } from './mesh-work.ts';
import { addOptionFlags, givenFlags, readOptionFlags } from './option-flags.ts';
import { readSidecarBytes } from './read-sidecar.ts';
import { maxRowsShown } from '../terminal/columns.ts';
import { checkListedPairs, sceneReport, sceneReportText } from './scene-report.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly pairs?: true;
  readonly allPairs?: true;
  readonly sort?: string;
  readonly segments?: string;
  readonly compare?: true;
  readonly csv?: true;
  readonly threads?: string;
  readonly json?: true;
}

export function sceneCommand(context: CliContext): Command {
  const command = new Command('scene')
    .description('Find the pairs of instances whose boxes overlap, step by step')
    .argument('<file>', 'Scene file (schema: scene.schema.json)');
  return addOptionFlags(command, sceneOptions)
    .option('--pairs', 'List the pairs of the first step; with --narrow also those of surfaces')
    .option('--all-pairs', 'List the pairs of every step in the same way; as text the first 100')
    .option('--compare', 'Compare all methods by number of instances, and trees before and after leaf compression')
    .option('--csv', 'Print the comparison alone, as comma-separated values')
    .option('--json', 'Print one JSON document (schema: scene-run.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nBoxes that touch are a pair. Two static instances are never a pair.')
    .addHelpText('after', '\nExample:\n  boxwood scene yard.boxwood-scene.json --method sap --segments 4 --steps 10')
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(sceneOptions, flags);
      checkFlags(flags, options);
      if (isSceneArchive(file)) throw packedScene(file);
      const text = await withMeshWork(context, async (work) => {
        const scene = readSidecarBytes(file, await work.readBytes(file), parseSceneBytes);
        const meshes = await readMeshes(work, file, scene.meshes);
        if (flags.csv) return comparisonCsv(await compared(work, file, meshes, scene, options));
        const { run } = await work.run(file, 'running', {
          kind: 'scene',
          meshes: await withTrees(work, meshes, options.narrow),
          scene,
          options,
          // Text shows no more.
          listed: flags.allPairs !== true ? null : flags.json ? everyPair : { steps: maxRowsShown, pairs: maxRowsShown },
        });
        if (flags.json) checkListedPairs(run, flags.pairs === true);
        const comparison = flags.compare === true ? await compared(work, file, meshes, scene, options) : null;
        const report = sceneReport({ file, meshes, scene, withPairs: flags.pairs === true, comparison }, options, run);
        return flags.json ? jsonText(report) : sceneReportText(report);
      });
      context.out(text);
    });
}

const everyPair = { steps: Infinity, pairs: Infinity };

/** @throws InspectorError `invalid-argument` for a flag that the other flags leave without effect. */
function checkFlags(flags: Flags, { narrow, method }: SceneOptions): void {
  const { threads, sort, segments, compare, csv } = flags;
  if (csv) checkCsvFlags(flags);
  if (threads !== undefined && !narrow) throw invalidArgument('--threads is for the narrow phase', 'Add --narrow');
  if (method === 'sap') return;
  const fix = (flag: string): string => `Remove ${flag}, or give --method sap`;
  if (sort !== undefined) throw invalidArgument(`--sort is for sweep and prune, not for ${method}`, fix('--sort'));
  // The comparison runs sweep and prune too.
  if (segments !== undefined && compare === undefined && csv === undefined)
    throw invalidArgument(`--segments is for sweep and prune, not for ${method}`, fix('--segments'));
}

/** Flags that the comparison uses. */
const comparisonFlags: readonly string[] = ['--segments', '--steps'];

function checkCsvFlags(flags: Flags): void {
  const lists = [flags.json && '--json', flags.pairs && '--pairs', flags.allPairs && '--all-pairs'];
  const steps = givenFlags(sceneOptions, flags).filter((flag) => !comparisonFlags.includes(flag));
  const [other] = [...lists, ...steps].filter((flag) => typeof flag === 'string');
  if (other === undefined) return;
  throw invalidArgument(
    `--csv prints the comparison alone, so ${other} has no effect`,
    `Remove ${other}, or give --compare instead of --csv`,
  );
}

function packedScene(file: string): InspectorError {
  return new InspectorError({
    code: 'unsupported-format',
    message: 'This is an archive of a scene, which the app opens as it is',
    fix: 'Unpack it, and give the scene file in it',
    location: { file },
  });
}

/** Builds the trees that the narrow phase needs, one for each mesh. */
async function withTrees({ anyTree }: MeshWork, meshes: readonly ReadMesh[], isNarrow: boolean): Promise<readonly SceneMeshes[]> {
  const trees = new Map<ReadMesh, ArrayBuffer>();
  if (isNarrow) for (const mesh of new Set(meshes)) trees.set(mesh, (await anyTree(mesh, null, fastestTree())).tree);
  return meshes.map((mesh) => ({ mesh: mesh.imported.mesh, tree: trees.get(mesh) ?? null }));
}

/** Runs the comparison with both kinds of trees, one triangle in each leaf. */
async function compared(
  work: MeshWork,
  file: string,
  meshes: readonly ReadMesh[],
  scene: SceneDocument,
  options: SceneOptions,
): Promise<SceneComparison> {
  const known = new Map<ReadMesh, ComparedMesh>();
  for (const mesh of new Set(meshes)) {
    const treeOf = async (kind: TreeKind): Promise<ArrayBuffer> =>
      (await work.build(mesh, { ...defaultValues(buildOptions), kind, leafTriangles: 1 })).tree;
    known.set(mesh, { mesh: mesh.imported.mesh, withLeaves: await treeOf('aabb'), leafFree: await treeOf('leaf-free') });
  }
  const request = { kind: 'compare-scene', meshes: meshes.map((mesh) => known.get(mesh)!), scene, options } as const;
  return (await work.run(file, 'comparing', request)).comparison;
}

/** Reads the meshes of a scene, each file once. @throws InspectorError for a file that is missing, or not in the folder of the scene. */
async function readMeshes(work: MeshWork, file: string, paths: readonly string[]): Promise<readonly ReadMesh[]> {
  const known = new Map<string, ReadMesh>();
  const meshes: ReadMesh[] = [];
  for (const [i, path] of paths.entries()) {
    const mesh = known.get(path) ?? (await readMesh(work, file, path, i));
    known.set(path, mesh);
    meshes.push(mesh);
  }
  return meshes;
}

async function readMesh(work: MeshWork, file: string, path: string, index: number): Promise<ReadMesh> {
  if (isAddress(file)) throw invalidArgument('A scene is read from a disk', 'Download the scene with its meshes');
  await findSceneMesh(diskSource(resolve(file)), [], path, index, file);
  return work.read(join(dirname(file), path)).catch((thrown: unknown) => {
    if (!(thrown instanceof InspectorError) || thrown.code === 'cancelled') throw thrown;
    const { message, ...rest } = thrown.toJSON();
    throw new InspectorError(
      { ...rest, message: `Mesh ${index} of the scene ${JSON.stringify(basename(file))}: ${message}` },
      { cause: thrown },
    );
  });
}
