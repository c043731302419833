type NamedContext = Pick<WebGL2RenderingContext, 'getParameter' | 'getExtension' | 'isContextLost' | 'RENDERER'>;

/** Reading the name waits for the GPU, and every frame reports it. */
const names = new WeakMap<NamedContext, string>();

/**
 * Who draws, in a few words: `software GL`, `NVIDIA GeForce RTX 3060`. The full text of drivers is long and full of versions. A lost context
 * has the last name that was read, or `unknown`.
 */
export function rendererName(gl: NamedContext): string {
  const known = names.get(gl);
  if (known !== undefined) return known;
  if (gl.isContextLost()) return 'unknown';
  const name = readName(gl);
  // Lost while it was read, it has no name.
  if (!gl.isContextLost()) names.set(gl, name);
  return name;
}

/** Reads the name again when it is needed next. Call it when a context was restored: another GPU may draw now, or none. */
export function forgetRendererName(gl: NamedContext): void {
  names.delete(gl);
}

function readName(gl: NamedContext): string {
  const details = gl.getExtension('WEBGL_debug_renderer_info');
  const text: unknown = gl.getParameter(details?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  return typeof text === 'string' ? shortRendererName(text) : 'unknown';
}

export function shortRendererName(text: string): string {
  if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(text)) return 'software GL';
  // ANGLE (vendor, device driver details, back end): the device says most.
  const device = /^ANGLE \([^,]*, (?:ANGLE Metal Renderer: )?([^,]*)/.exec(text)?.[1] ?? text;
  return device.replace(/\s*\(0x[0-9a-f]+\)|\s*Direct3D.*$|\s*OpenGL.*$|\/.*$/gi, '').trim() || 'unknown';
}
