import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractAll, getRawHeader, listPackage } from '@electron/asar';
import type * as resedit from 'resedit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dracoDocument } from '../core/import/gltf/compressed-fixture.ts';
import { encodeDraco } from '../fixtures/draco.ts';
import { requireOfBuilder } from '../fixtures/electron-builder.ts';
import { fuseNames, fuseSentinel, writeElectronStandIn, type StandInPlatform } from '../fixtures/electron-stand-in.ts';
import { importGraph } from '../fixtures/import-graph.ts';
import { ball } from '../fixtures/shapes.ts';
import { productFolder, temporaryFolder } from './product.ts';

/** What is used of the one who packs, and what of it is not in its published types is in its sources. */
interface Packager {
  readonly fileAssociations: readonly { readonly ext: string; readonly mimeType: string }[];
}

interface ElectronBuilder {
  readonly Platform: Readonly<Record<'LINUX' | 'WINDOWS' | 'MAC', { createTarget(type: string, arch: number): unknown }>>;
  readonly Arch: { readonly x64: number };
  build(options: unknown): Promise<readonly string[]>;
}

interface LinuxHelper {
  readonly icons: Promise<readonly { readonly file: string; readonly size: number }[]>;
  readonly mimeTypeFiles: Promise<string | null>;
  computeDesktopEntry(options: object): Promise<string>;
}

interface Packed {
  readonly folder: string;
  readonly packager: Packager;
}

const builder = requireOfBuilder('app-builder-lib') as ElectronBuilder;
const { build } = requireOfBuilder('app-builder-lib/out/index') as ElectronBuilder;
const folder = temporaryFolder();
const mirrors = ['ELECTRON_MIRROR', 'ELECTRON_BUILDER_BINARIES_MIRROR', 'NPM_CONFIG_ELECTRON_MIRROR'] as const;

// Nothing is there: what wanted to download anything would fail at once instead of finding another way.
beforeAll(() => mirrors.forEach((name) => vi.stubEnv(name, 'http://127.0.0.1:9/')));
afterAll(() => vi.unstubAllEnvs());

/** Packs as `electron-builder --dir` does, with a stand-in for Electron. Nothing of what is packed is ever run by Electron here. */
async function pack(platform: StandInPlatform, target: 'LINUX' | 'WINDOWS' | 'MAC'): Promise<Packed> {
  const [electronDist, output] = [join(folder, platform, 'electron'), join(folder, platform, 'packed')];
  mkdirSync(electronDist, { recursive: true });
  writeElectronStandIn(electronDist, platform);
  let packed: Packed | null = null;
  await build({
    projectDir: productFolder,
    publish: 'never',
    targets: builder.Platform[target].createTarget('dir', builder.Arch.x64),
    config: {
      electronDist,
      directories: { output },
      // macOS' own tool does it, and there is none elsewhere.
      electronFuses: { resetAdHocDarwinSignature: false },
      afterPack: ({ appOutDir, packager }: { readonly appOutDir: string; readonly packager: Packager }) => {
        packed = { folder: appOutDir, packager };
      },
    },
  });
  if (packed === null) throw new Error('nothing was packed');
  return packed;
}

/** The fuses of a binary, by name; `undefined` where there is no wire. */
function fusesOf(path: string): Readonly<Record<string, boolean>> | undefined {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(fuseSentinel, 0, 'latin1') + fuseSentinel.length;
  if (at < fuseSentinel.length) return undefined;
  return Object.fromEntries(fuseNames.map((name, i) => [name, bytes[at + 2 + i] === '1'.charCodeAt(0)]));
}

const turned = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

function headerHash(asar: string): string {
  return createHash('sha256').update(getRawHeader(asar).headerString).digest('hex');
}

describe('packed for Linux', () => {
  let packed: Packed;
  let asar: string;
  let listed: readonly string[];

  beforeAll(async () => {
    packed = await pack('linux', 'LINUX');
    asar = join(packed.folder, 'resources/app.asar');
    listed = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/').slice(1));
  });

  test('everything that runs is in, from every entry', () => {
    const { files, packages } = importGraph(productFolder, [
      'dist/main/electron.js',
      'dist/main/worker/worker.js',
      'dist/main/worker/build-helper.js',
      'dist/main/worker/study-helper.js',
      'dist/main/preload.cjs',
    ]);
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
    expect(packages.filter((name) => name !== 'electron' && !listed.includes(`node_modules/${name}/package.json`))).toEqual([]);
    const page = readdirSync(join(productFolder, 'dist/renderer-app'), { recursive: true, encoding: 'utf8' });
    expect(page.length).toBeGreaterThan(5);
    expect(
      page
        .map((file) => `dist/renderer-app/${file.replaceAll('\\', '/')}`)
        .filter((file) => !file.endsWith('.map') && !listed.includes(file)),
    ).toEqual([]);
    const samples = readdirSync(join(productFolder, 'resources/samples'));
    expect(samples.length).toBeGreaterThan(3);
    expect(samples.filter((file) => !listed.includes(`resources/samples/${file}`))).toEqual([]);
    expect(listed).toEqual(expect.arrayContaining(['LICENSE', 'package.json']));
  });

  test('nothing else is: no tests, maps, sources, types, command line or encoder', () => {
    const tops = new Set(listed.map((path) => path.split('/').slice(0, 2).join('/')));
    expect([...tops].filter((path) => !path.startsWith('node_modules/')).toSorted()).toEqual([
      'LICENSE',
      'dist',
      'dist/core',
      'dist/main',
      'dist/renderer',
      'dist/renderer-app',
      'node_modules',
      'package.json',
      'resources',
      'resources/samples',
    ]);
    const unwanted =
      /\.(map|ts|cts|mts|tsx|tsbuildinfo|md|drc)$|\.test\.|(^|\/)(test|tests|bench)\/|dist\/main\/(cli|serve)\.js|commander|node_modules\/ws\/|encoder/;
    expect(listed.filter((path) => unwanted.test(path) && !/LICENSE|NOTICES/.test(path))).toEqual([]);
    expect(existsSync(join(packed.folder, 'resources/default_app.asar'))).toBe(false);
  });

  test('its documents, workers and modules read samples and compressed files from packed files alone', async () => {
    const unpacked = join(folder, 'unpacked');
    extractAll(asar, unpacked);
    const { positions, indices } = ball(32, 17);
    const stream = await encodeDraco({ positions: Float32Array.from(positions), indices, method: 'edgebreaker' });
    const draco = join(folder, 'packed.gltf');
    writeFileSync(draco, JSON.stringify({ asset: { version: '2.0' }, ...dracoDocument(stream, positions.length / 3, indices.length) }));
    const driver = fileURLToPath(new URL('../fixtures/drive-packed-app.mjs', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [driver, unpacked, draco], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const samples = JSON.parse(readFileSync(join(productFolder, 'resources/samples/samples.json'), 'utf8')) as {
      file: string;
      triangles: number;
      instances?: number;
    }[];
    expect(JSON.parse(stdout)).toEqual([
      ...samples
        .filter(({ instances }) => instances === undefined)
        .map(({ file, triangles }) => ({ name: file, phase: 'ready', triangles, error: null })),
      { name: 'packed.gltf', phase: 'ready', triangles: 1024, error: null },
    ]);
  });

  test('the fuses in the binary are set', () => {
    expect(fusesOf(join(packed.folder, 'boxwood'))).toEqual(turned);
    expect(fusesOf(join(folder, 'linux/electron/electron'))).not.toEqual(turned);
  });

  test('the desktop entry names every file type, and each has its pattern; the icons come in all sizes', async () => {
    const { LinuxTargetHelper } = requireOfBuilder('app-builder-lib/out/targets/LinuxTargetHelper') as {
      LinuxTargetHelper: new (packager: Packager) => LinuxHelper;
    };
    const helper = new LinuxTargetHelper(packed.packager);
    const entry = await helper.computeDesktopEntry({ category: 'Development' });
    const { fileAssociations } = packed.packager;
    expect(entry).toContain(`MimeType=${fileAssociations.map(({ mimeType }) => mimeType).join(';')};`);
    expect(entry).toMatch(/^StartupWMClass=boxwood$/m);
    expect(entry).toMatch(/^Exec=.*\/boxwood %U$/m);
    const types = readFileSync((await helper.mimeTypeFiles)!, 'utf8');
    for (const { ext, mimeType } of fileAssociations) {
      expect(types).toMatch(new RegExp(`<mime-type type="${mimeType.replace(/[.+]/g, '\\$&')}">\\s*<glob pattern="\\*\\.${ext}"/>`));
    }
    expect((await helper.icons).map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
  });
});

describe('packed for Windows', () => {
  test('the program has its fuses set, its icon, its name and the hash of its asar', async () => {
    const packed = await pack('win32', 'WINDOWS');
    const program = join(packed.folder, 'Boxwood.exe');
    expect(fusesOf(program)).toEqual(turned);
    const { NtExecutable, NtExecutableResource, Resource } = requireOfBuilder('resedit') as typeof resedit;
    const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
    const [icons] = Resource.IconGroupEntry.fromEntries(entries);
    expect(icons?.icons.map(({ width }) => width || 256)).toEqual([16, 24, 32, 48, 64, 128, 256]);
    const [version] = Resource.VersionInfo.fromEntries(entries);
    expect(version?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({ ProductName: 'Boxwood' });
    const integrity = entries.find(({ type }) => type === 'INTEGRITY');
    expect(JSON.parse(Buffer.from(integrity!.bin).toString())).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value: headerHash(join(packed.folder, 'resources/app.asar')) },
    ]);
  });
});

describe('packed for macOS', () => {
  test('the bundle has its fuses set, its icon, its documents and the hash of its asar', async () => {
    const packed = await pack('darwin', 'MAC');
    const contents = join(packed.folder, 'Boxwood.app/Contents');
    expect(fusesOf(join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'))).toEqual(turned);
    const { parse } = requireOfBuilder('plist') as { parse(text: string): Record<string, unknown> };
    const list = parse(readFileSync(join(contents, 'Info.plist'), 'utf8'));
    expect(list).toMatchObject({ CFBundleIdentifier: 'org.boxwood.inspector', CFBundleName: 'Boxwood', CFBundleIconFile: 'icon.icns' });
    const icon = readFileSync(join(contents, 'Resources/icon.icns'));
    expect(icon.equals(readFileSync(join(productFolder, 'resources/icons/icon.icns')))).toBe(true);
    const types = list['CFBundleDocumentTypes'] as { CFBundleTypeExtensions: string[]; CFBundleTypeRole: string; LSHandlerRank: string }[];
    expect(types.flatMap(({ CFBundleTypeExtensions }) => CFBundleTypeExtensions)).toEqual(
      packed.packager.fileAssociations.map(({ ext }) => ext),
    );
    // A mesh may have an editor that it opens in; a bake is ours.
    expect(
      types.filter(({ LSHandlerRank }) => LSHandlerRank === 'Owner').map(({ CFBundleTypeExtensions }) => CFBundleTypeExtensions),
    ).toEqual([['boxwood']]);
    expect(types.every(({ CFBundleTypeRole }) => CFBundleTypeRole === 'Viewer')).toBe(true);
    expect(list['ElectronAsarIntegrity']).toEqual({
      'Resources/app.asar': { algorithm: 'SHA256', hash: headerHash(join(contents, 'Resources/app.asar')) },
    });
  });
});
