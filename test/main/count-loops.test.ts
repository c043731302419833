import { describe, expect, it } from 'vitest';
import { countLoops, loopCounter } from '../../main/worker/count-loops.ts';

/** `(func (export "f") (param i32) (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))))`, with a global and without an import. */
const module = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 1, 0x7f, 0],
  ...[3, 2, 1, 0],
  ...[6, 6, 1, 0x7f, 0, 0x41, 7, 0x0b],
  ...[7, 9, 2, 1, 0x66, 0, 0, 1, 0x67, 3, 0],
  ...[10, 16, 1, 14, 0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x0b],
);

interface Exports {
  readonly f: (iterations: number) => void;
  readonly g: { readonly value: number };
  readonly [loopCounter]: { value: bigint };
}

async function exportsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Exports> {
  return (await WebAssembly.instantiate(bytes)).instance.exports as unknown as Exports;
}

describe('a module whose loops are counted', () => {
  it('takes one from its counter for each iteration', async () => {
    const counted = await exportsOf(countLoops(module));
    counted[loopCounter].value = 1000n;
    counted.f(10);
    expect(counted[loopCounter].value).toBe(990n);
    // Its own globals keep their numbers.
    expect(counted.g.value).toBe(7);
  });

  it('ends when the counter is used up, where it would go on for minutes', async () => {
    const counted = await exportsOf(countLoops(module));
    counted[loopCounter].value = 1000n;
    expect(() => counted.f(0)).toThrow(WebAssembly.RuntimeError);
    expect(counted[loopCounter].value).toBe(0n);
    // Nothing runs until the counter is set again.
    expect(() => counted.f(1)).toThrow(WebAssembly.RuntimeError);
  });

  it('is refused where an instruction is not known', () => {
    const unknown = module.slice();
    unknown[unknown.length - 11] = 0xfd;
    expect(() => countLoops(unknown)).toThrow('The instruction 0xfd is not known');
  });
});
