import { Command } from 'commander';
import { dirname, join, resolve } from 'node:path';
import { InspectorError, invalidArgument } from '#core/error';
import { theKernel } from '#core/kernel';
import { type BuildOptions, quickTree, sceneOptions } from '#core/options';
import { parseScene, type SceneMeshes } from '#core/scene';
import { diskSource } from '../documents/file-source.ts';
import { fileInFolder } from '../documents/side-files.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { type MeshWork, type ReadMesh, withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readSidecar } from './read-sidecar.ts';
import { sceneReport, sceneText } from './scene-report.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly pairs?: true;
  readonly threads?: string;
  readonly json?: true;
}

export function sceneCommand(context: CliContext): Command {
  const command = new Command('scene')
    .description('Find the pairs of instances whose boxes overlap, step by step')
    .argument('<file>', 'Scene file (schema: scene.schema.json)');
  return addOptionFlags(command, sceneOptions)
    .option('--pairs', 'List the pairs of the first step; with --narrow also those of surfaces')
    .option('--json', 'Print one JSON document (schema: scene-run.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nBoxes that touch are a pair. Two static instances are never one.')
    .addHelpText('after', '\nExample:\n  boxwood scene yard.boxwood-scene.json --method sap --segments 4 --steps 10')
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(sceneOptions, flags);
      if (flags.threads !== undefined && !options.narrow) throw invalidArgument('--threads is for the narrow phase', 'Add --narrow');
      const report = await withMeshWork(context, async (work) => {
        const scene = readSidecar(file, await work.readBytes(file), parseScene);
        const meshes = await readMeshes(work, file, scene.meshes);
        const { run } = await work.run(file, 'running', {
          kind: 'scene',
          meshes: await withTrees(work, meshes, options.narrow),
          scene,
          options,
        });
        return sceneReport({ file, meshes, scene, withPairs: flags.pairs === true }, options, run);
      });
      context.out(flags.json ? jsonText(report) : sceneText(report));
    });
}

/** Builds the trees that the narrow phase needs, one for each mesh. */
async function withTrees({ anyTree }: MeshWork, meshes: readonly ReadMesh[], isNarrow: boolean): Promise<readonly SceneMeshes[]> {
  const trees = new Map<ReadMesh, ArrayBuffer>();
  if (isNarrow) for (const mesh of new Set(meshes)) trees.set(mesh, (await anyTree(mesh, null, quickestTree)).tree);
  return meshes.map((mesh) => ({ mesh: mesh.imported.mesh, tree: trees.get(mesh) ?? null }));
}

const quickestTree: Partial<BuildOptions> = theKernel === null ? {} : quickTree;

/** Reads the meshes of a scene, each file once. @throws InspectorError for a file that is missing, or not in the folder of the scene. */
async function readMeshes(work: MeshWork, file: string, paths: readonly string[]): Promise<readonly ReadMesh[]> {
  const known = new Map<string, ReadMesh>();
  const meshes: ReadMesh[] = [];
  for (const [i, path] of paths.entries()) {
    const mesh = known.get(path) ?? (await readMesh(work, file, path, `/meshes/${i}`));
    known.set(path, mesh);
    meshes.push(mesh);
  }
  return meshes;
}

async function readMesh(work: MeshWork, file: string, path: string, pointer: string): Promise<ReadMesh> {
  const found = await fileInFolder(diskSource(resolve(file)), path).catch((thrown: unknown) => {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw new InspectorError({ ...thrown.toJSON(), location: { file, pointer } }, { cause: thrown });
  });
  if (found === null)
    throw new InspectorError({
      code: 'missing-file',
      message: `The mesh ${JSON.stringify(path)} of the scene does not exist`,
      fix: 'Put it into the folder of the scene, and give its path relative to the scene',
      location: { file, pointer },
    });
  return work.read(join(dirname(file), path));
}
