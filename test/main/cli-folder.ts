import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { WorkerPool } from '../../main/documents/worker-pool.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

/** The queries of one mesh, by the names of their schemas. */
const queries = [
  'ray',
  'sphere',
  'closest',
  'inside',
  'within',
  'box',
  'plane',
  'sweep',
  'capsule',
  'triangle',
  'frustum',
  'hull',
  'segment',
  'polygon',
];

/** The verbs of convex bodies and of two meshes, by the names of their schemas. */
const convexVerbs = [
  'convex-hull',
  'query-convex',
  'query-pair',
  'query-penetration',
  'deviation',
  'fit',
  'decompose',
  'decompose-compare',
];

/** The commands of one folder. */
export interface CliCalls {
  readonly boxwood: (...args: string[]) => Promise<CliOutcome>;
  readonly schemas: Ajv2020;
  /** Returns the one JSON document of a call that succeeds, proven against its schema. */
  readonly json: (schema: string, ...args: string[]) => Promise<Record<string, unknown>>;
}

/** A folder with mesh files, in which the command line runs. */
export interface CliFolder extends CliCalls {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
}

/** Makes the folder for the tests of one file. Its commands run on the threads of `pool`. */
export function cliFolder(pool: WorkerPool): CliFolder {
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('box.obj', objText(box()));
  write('ball.obj', objText(ball()));
  write('small.obj', objText(ball(16, 8)));
  write('yard.gltf', twoScenes());
  write('points.obj', 'v 0 0 0\nv 1 0 0\n');
  write('broken.ply', 'ply\nformat ascii 1.0\nelement vertex banana\nend_header\n');
  write('nan.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\n');
  return {
    folder,
    write,
    ...cliCalls(
      folder,
      ['error', 'inspect', 'ignored', 'check', 'tree', 'bsp', 'patch', ...queries.map((name) => `query-${name}`), ...convexVerbs],
      pool,
    ),
  };
}

/** Returns the commands of a folder, whose documents have these schemas. They run on the threads of `pool`, by default on those of `runInProcess`. */
export function cliCalls(folder: string, schemaNames: readonly string[], pool?: WorkerPool): CliCalls {
  const schemas = new Ajv2020({ allowUnionTypes: true });
  for (const name of schemaNames)
    schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
  const boxwood = (...args: string[]): Promise<CliOutcome> => runInProcess(args, pool === undefined ? { folder } : { folder, pool });
  return {
    boxwood,
    schemas,
    json: async (schema, ...args) => {
      const { exitCode, out, err } = await boxwood(...args, '--json');
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      const value = JSON.parse(out) as Record<string, unknown>;
      schemas.validate(schema, value);
      expect(schemas.errors ?? null).toBeNull();
      return value;
    },
  };
}
