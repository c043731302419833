/**
 * Extensions of files that only other files refer to: buffers, materials, images, shaders. Lower case, without a dot.
 */
const sideExtensions: ReadonlySet<string> = new Set([
  ...['bin', 'mtl', 'glbin', 'license', 'txt', 'md', 'vert', 'frag', 'glsl'],
  ...['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tga', 'tif', 'tiff', 'webp', 'avif', 'dds', 'ktx', 'ktx2', 'basis', 'exr', 'hdr', 'psd', 'svg'],
]);

/**
 * Returns whether a file is opened as a mesh, by its name. Unknown and missing extensions count, because the import
 * then reports the format. Side files are only read if a mesh refers to them.
 */
export function isMeshFileName(name: string): boolean {
  return !sideExtensions.has(fileExtension(name));
}

/** Returns the extension in lower case, without the dot; empty without one. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
