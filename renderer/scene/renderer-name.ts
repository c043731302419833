type NamedContext = Pick<WebGL2RenderingContext, 'getParameter' | 'getExtension' | 'RENDERER'>;

/** Reading the name waits for the GPU, and every frame reports it. */
const names = new WeakMap<NamedContext, string>();

/** Who draws, in a few words: `software GL`, `NVIDIA GeForce RTX 3060`. The full text of drivers is long and full of versions. */
export function rendererName(gl: NamedContext): string {
  const name = names.get(gl) ?? readName(gl);
  names.set(gl, name);
  return name;
}

function readName(gl: NamedContext): string {
  const details = gl.getExtension('WEBGL_debug_renderer_info');
  const text = String(gl.getParameter(details?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return shortRendererName(text);
}

export function shortRendererName(text: string): string {
  if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(text)) return 'software GL';
  // ANGLE (vendor, device driver details, back end): the device says most.
  const device = /^ANGLE \([^,]*, (?:ANGLE Metal Renderer: )?([^,]*)/.exec(text)?.[1] ?? text;
  return device.replace(/\s*\(0x[0-9a-f]+\)|\s*Direct3D.*$|\s*OpenGL.*$|\/.*$/gi, '').trim() || 'unknown';
}
