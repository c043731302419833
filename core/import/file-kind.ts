/** Extensions that name parts of another file: buffers, materials, pictures, shaders. Lower case, without a dot. */
const sideExtensions: ReadonlySet<string> = new Set([
  ...['bin', 'mtl', 'glbin', 'license', 'txt', 'md', 'vert', 'frag', 'glsl'],
  ...['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tga', 'tif', 'tiff', 'webp', 'avif', 'dds', 'ktx', 'ktx2', 'basis', 'exr', 'hdr', 'psd', 'svg'],
]);

/**
 * Whether a file is to be opened as a mesh, by its name. Unknown extensions and none at all count: what they are is
 * then said clearly by the import. Side files are only used when a mesh asks for them.
 */
export function isMeshFileName(name: string): boolean {
  return !sideExtensions.has(fileExtension(name));
}

/** Lower case, without the dot; empty when there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
