import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { paletteTokens, parseColour, readPalette } from '../../../renderer/scene/palette.ts';
import { forgetRendererName, rendererName, shortRendererName } from '../../../renderer/scene/renderer-name.ts';

describe('parseColour', () => {
  it('reads the forms that tokens and computed styles have', () => {
    expect(parseColour(' #56b4e9')).toEqual([0x56 / 255, 0xb4 / 255, 0xe9 / 255]);
    expect(parseColour('#fff')).toEqual([1, 1, 1]);
    expect(parseColour('rgb(255, 0, 51)')).toEqual([1, 0, 0.2]);
    expect(parseColour('rgb(255 0 51)')).toEqual([1, 0, 0.2]);
  });

  it('knows no others', () => {
    for (const text of ['', 'red', '#12345', 'rgb(1 2)']) expect(parseColour(text)).toBeNull();
  });
});

describe('readPalette', () => {
  it('finds every one of its tokens in the theme', () => {
    const css = readFileSync(new URL('../../../renderer/theme/tokens.css', import.meta.url), 'utf8');
    for (const token of Object.values(paletteTokens)) {
      const value = new RegExp(`${token}:\\s*([^;]+);`).exec(css)?.[1];
      expect(parseColour(value ?? ''), token).not.toBeNull();
    }
  });

  it('takes grey for a token that is missing', () => {
    expect(readPalette(() => '').selection).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('shortRendererName', () => {
  it('names the device, and calls a software renderer by its name', () => {
    expect(shortRendererName('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)')).toBe(
      'software GL',
    );
    expect(shortRendererName('ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002504) Direct3D11 vs_5_0 ps_5_0, D3D11)')).toBe(
      'NVIDIA GeForce RTX 3060',
    );
    expect(shortRendererName('ANGLE (Apple, ANGLE Metal Renderer: Apple M1 Pro, Unspecified Version)')).toBe('Apple M1 Pro');
    expect(shortRendererName('Mesa Intel(R) UHD Graphics 620 (KBL GT2)')).toBe('Mesa Intel(R) UHD Graphics 620 (KBL GT2)');
    expect(shortRendererName('')).toBe('unknown');
  });
});

describe('rendererName', () => {
  it('reads the name of a context once: to read it waits for the GPU, and each frame reports it', () => {
    let reads = 0;
    const context = (name: string) => ({
      RENDERER: 1 as const,
      isContextLost: () => false,
      getExtension: () => null,
      getParameter: () => (reads++, name),
    });
    const contexts = ['ANGLE (Apple, ANGLE Metal Renderer: Apple M1 Pro, Unspecified Version)', 'llvmpipe'].map(
      (name) => context(name) as unknown as WebGL2RenderingContext,
    );
    for (let frame = 0; frame < 3; frame++) expect(contexts.map(rendererName)).toEqual(['Apple M1 Pro', 'software GL']);
    expect(reads).toBe(2);
  });

  it('reads no name of a lost context, and another one after it was restored', () => {
    let isLost = true;
    let name = 'Mesa Intel(R) UHD Graphics 620 (KBL GT2)';
    const gl = {
      RENDERER: 1 as const,
      isContextLost: () => isLost,
      getExtension: () => null,
      getParameter: () => (isLost ? null : name),
    } as unknown as WebGL2RenderingContext;
    expect(rendererName(gl)).toBe('unknown');
    isLost = false;
    expect(rendererName(gl)).toBe(name);
    isLost = true;
    // The last picture is of that one.
    expect(rendererName(gl)).toBe(name);
    isLost = false;
    name = 'llvmpipe';
    forgetRendererName(gl);
    expect(rendererName(gl)).toBe('software GL');
  });
});
