/**
 * Table of every format that is read. Recognition, messages, command line help, app texts, file associations and
 * documents use it.
 */
export const formats = {
  obj: { title: 'Wavefront OBJ', called: ['OBJ'], extensions: ['obj'] },
  stl: { title: 'STL', called: ['STL'], extensions: ['stl'] },
  ply: { title: 'PLY', called: ['PLY'], extensions: ['ply'] },
  off: { title: 'OFF', called: ['OFF'], extensions: ['off'] },
  gltf: { title: 'glTF 2.0', called: ['glTF', 'GLB'], extensions: ['gltf', 'glb'] },
  fbx: { title: 'Autodesk FBX', called: ['FBX'], extensions: ['fbx'] },
  collada: { title: 'COLLADA', called: ['COLLADA'], extensions: ['dae'] },
  usd: { title: 'OpenUSD', called: ['USD'], extensions: ['usd', 'usda', 'usdc', 'usdz'] },
  '3mf': { title: '3MF', called: ['3MF'], extensions: ['3mf'] },
  draco: { title: 'Draco', called: ['Draco'], extensions: ['drc'] },
} as const satisfies Readonly<Record<string, Format>>;

/** One format that is read. */
export interface Format {
  readonly title: string;
  /** Names of its files in a list of formats. */
  readonly called: readonly string[];
  /** Lower case, without a dot. */
  readonly extensions: readonly string[];
}

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** Returns the readable formats for use in a sentence: `OBJ, STL or glTF`. */
export function formatsInWords(conjunction: 'and' | 'or'): string {
  const names = Object.values<Format>(formats).flatMap(({ called }) => called);
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** Returns the format of an extension; `null` for unknown extensions. */
export function formatOfExtension(extension: string): FormatName | null {
  return formatNames.find((name) => (formats[name].extensions as readonly string[]).includes(extension)) ?? null;
}
