import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { WorkerPool } from '../../main/documents/worker-pool.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

/** A folder with mesh files, in which the command line runs. */
export interface CliFolder {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  readonly boxwood: (...args: string[]) => Promise<CliOutcome>;
  readonly schemas: Ajv2020;
  /** Returns the one JSON document of a call that succeeds, proven against its schema. */
  readonly json: (schema: string, ...args: string[]) => Promise<unknown>;
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
  const schemas = new Ajv2020({ allowUnionTypes: true });
  for (const name of ['error', 'inspect', 'tree', 'query-ray', 'query-sphere', 'query-closest', 'query-box', 'query-plane'])
    schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
  const boxwood = (...args: string[]): Promise<CliOutcome> => runInProcess(args, { folder, pool });
  return {
    folder,
    write,
    boxwood,
    schemas,
    json: async (schema, ...args) => {
      const { exitCode, out, err } = await boxwood(...args, '--json');
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      const value: unknown = JSON.parse(out);
      schemas.validate(schema, value);
      expect(schemas.errors ?? null).toBeNull();
      return value;
    },
  };
}
