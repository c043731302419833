import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { formats, type Format } from '#core/import/formats';
import { productFolder } from './product.ts';

/** The parts of electron-builder's configuration that are looked at here. */
interface Configuration {
  readonly appId: string;
  readonly asar: boolean;
  readonly files: readonly string[];
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly extraMetadata: { readonly main: string };
  readonly mac: { readonly icon: string };
  readonly fileAssociations: readonly { readonly ext: string | readonly string[] }[];
}

interface Builder {
  getConfig(folder: string, path: string | null, extra: null): Promise<Configuration>;
  validateConfiguration(configuration: unknown, log: { readonly isEnabled: boolean }): Promise<void>;
}

// electron-builder's own reader and schema, without packing anything and without the network.
const require = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const builder = require('app-builder-lib/out/util/config/config') as Builder;
const read = (): Promise<Configuration> => builder.getConfig(productFolder, null, null);
const validate = (configuration: unknown): Promise<void> => builder.validateConfiguration(configuration, { isEnabled: false });

describe('electron-builder.yml', () => {
  test('is valid by electron-builder’s own schema', async () => {
    await validate(await read());
  });

  test('would be refused with a misspelt fuse', async () => {
    const configuration = await read();
    await expect(validate({ ...configuration, electronFuses: { runAsnode: false } })).rejects.toThrow('configuration.electronFuses');
  });

  test('turns off every way around the app', async () => {
    const { electronFuses, asar } = await read();
    expect(asar).toBe(true);
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  test('offers Boxwood for the files of every format that is read, and of no other', async () => {
    const { fileAssociations } = await read();
    const offered = fileAssociations.flatMap(({ ext }) => ext);
    const known = Object.values<Format>(formats).flatMap(({ extensions }) => extensions);
    expect(offered.toSorted()).toEqual([...known, bakeFormats.boxwood.extension].toSorted());
  });

  test('starts the entry that the package names, with an icon that is large enough', async () => {
    const { extraMetadata, mac } = await read();
    const manifest = JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')) as { main: string };
    expect(extraMetadata.main).toBe(manifest.main);
    const icon = readFileSync(join(productFolder, mac.icon));
    expect(icon.subarray(1, 4).toString()).toBe('PNG');
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  });
});
