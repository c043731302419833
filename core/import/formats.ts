/**
 * Table of every format that is read. Recognition, messages, command line help, app texts, file associations and
 * documents use it.
 */
export const formats = {
  obj: { title: 'Wavefront OBJ', shortNames: ['OBJ'], extensions: ['obj'] },
  stl: { title: 'STL', shortNames: ['STL'], extensions: ['stl'] },
  ply: { title: 'PLY', shortNames: ['PLY'], extensions: ['ply'] },
  off: { title: 'OFF', shortNames: ['OFF'], extensions: ['off'] },
  gltf: { title: 'glTF 2.0', shortNames: ['glTF', 'GLB'], extensions: ['gltf', 'glb'] },
  fbx: { title: 'Autodesk FBX', shortNames: ['FBX'], extensions: ['fbx'] },
  collada: { title: 'COLLADA', shortNames: ['COLLADA'], extensions: ['dae'] },
  usd: { title: 'OpenUSD', shortNames: ['USD'], extensions: ['usd', 'usda', 'usdc', 'usdz'] },
  '3mf': { title: '3MF', shortNames: ['3MF'], extensions: ['3mf'] },
  bezier: { title: 'Bézier patches', shortNames: ['Bézier'], extensions: ['bpt', 'bezier'] },
  quake3: { title: 'Quake 3 BSP', shortNames: ['BSP'], extensions: ['bsp'] },
  mjcf: { title: 'MuJoCo MJCF', shortNames: ['MJCF'], extensions: ['mjcf'] },
  urdf: { title: 'URDF', shortNames: ['URDF'], extensions: ['urdf'] },
  draco: { title: 'Draco', shortNames: ['Draco'], extensions: ['drc'] },
} as const satisfies Readonly<Record<string, Format>>;

/** One format that is read. */
export interface Format {
  readonly title: string;
  /** Short names of the format and its file types, for lists of formats. */
  readonly shortNames: readonly string[];
  /** Lower case, without a dot. */
  readonly extensions: readonly string[];
}

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** Returns the readable formats for use in a sentence: `OBJ, STL or glTF`. */
export function formatsInWords(conjunction: 'and' | 'or'): string {
  const names = Object.values<Format>(formats).flatMap(({ shortNames }) => shortNames);
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** Returns the format of an extension; `null` for unknown extensions. */
export function formatOfExtension(extension: string): FormatName | null {
  return formatNames.find((name) => (formats[name].extensions as readonly string[]).includes(extension)) ?? null;
}
