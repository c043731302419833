/** Extensions that name parts of another file: buffers, materials, pictures, shaders. Lower case, without a dot. */
const sideExtensions: ReadonlySet<string> = new Set([
  ...['bin', 'mtl', 'glbin', 'license', 'txt', 'md', 'vert', 'frag', 'glsl'],
  ...['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tga', 'tif', 'tiff', 'webp', 'avif', 'dds', 'ktx', 'ktx2', 'basis', 'exr', 'hdr', 'psd', 'svg'],
]);

/**
 * Returns whether a file is opened as a mesh, by its name. Unknown and missing extensions count, because the import then
 * reports what they are. Side files are only read when a mesh refers to them.
 */
export function isMeshFileName(name: string): boolean {
  return !sideExtensions.has(fileExtension(name));
}

/** Lower case, without the dot; empty when there is none. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
