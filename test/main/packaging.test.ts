import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { formats, type Format } from '#core/import/formats';
import { requireOfBuilder } from '../fixtures/electron-builder.ts';
import { productFolder } from './product.ts';

/** The parts of electron-builder's configuration that are looked at here. */
interface Configuration {
  readonly asar: boolean;
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly extraMetadata: { readonly main: string };
  readonly mac: { readonly icon: string };
  readonly win: { readonly icon: string };
  readonly linux: { readonly icon: string };
  readonly fileAssociations: readonly { readonly ext: string; readonly mimeType: string; readonly name: string }[];
}

interface Builder {
  getConfig(folder: string, path: string | null, extra: null): Promise<Configuration>;
  validateConfiguration(configuration: unknown, log: { readonly isEnabled: boolean }): Promise<void>;
}

// electron-builder's own reader and schema, without packing anything and without the network.
const builder = requireOfBuilder('app-builder-lib/out/util/config/config') as Builder;
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

  test('offers Boxwood for the files of every format that is read, and of no other, each by a media type of its own', async () => {
    const { fileAssociations } = await read();
    const known = Object.values<Format>(formats).flatMap(({ extensions }) => extensions);
    expect(fileAssociations.map(({ ext }) => ext).toSorted()).toEqual([...known, bakeFormats.boxwood.extension].toSorted());
    const types = fileAssociations.map(({ mimeType }) => mimeType);
    expect(types.filter((type) => !/^(model|application)\/[a-z0-9.+-]+$/.test(type))).toEqual([]);
    expect(new Set(types).size).toBe(types.length);
  });

  test('starts the entry that the package names, with icons that are ready and need no tool', async () => {
    const { extraMetadata, mac, win, linux } = await read();
    const manifest = JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')) as { main: string };
    expect(extraMetadata.main).toBe(manifest.main);
    expect([mac.icon, win.icon, linux.icon]).toEqual(['resources/icons/icon.icns', 'resources/icons/icon.ico', 'resources/icons/linux']);
  });
});
