/**
 * Every format that is read, in one table: recognition, messages, the command line's help, the app's texts, file
 * associations and the documents follow it.
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
  /** What a person calls its files, in a list of formats. */
  readonly called: readonly string[];
  /** Lower case, without a dot. */
  readonly extensions: readonly string[];
}

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

/** `OBJ, STL or glTF`: what a sentence can name as readable. */
export function formatsInWords(conjunction: 'and' | 'or'): string {
  const names = Object.values<Format>(formats).flatMap(({ called }) => called);
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

/** The format that an extension belongs to; `null` for others. */
export function formatOfExtension(extension: string): FormatName | null {
  return formatNames.find((name) => (formats[name].extensions as readonly string[]).includes(extension)) ?? null;
}
