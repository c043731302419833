import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running program of a rival that has read its input. */
export interface NativeProcess {
  /** The first line that it printed. */
  readonly version: string;
  /** For files that it reads; `dispose` removes it. */
  readonly folder: string;
  /** Sends a line, lets it run once, and returns the line that it prints then. */
  readonly run: (input?: string) => Promise<string>;
  readonly dispose: () => void;
}

/**
 * Starts a program with words and a file of bytes. It prints its version when it is ready; then each line of input runs it once.
 * @throws Error with `refusal` if it ends instead.
 */
export async function startNative(
  program: string,
  bytes: Uint8Array,
  refusal: string,
  words: readonly string[] = [],
): Promise<NativeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-native-'));
  const file = join(folder, 'input.bin');
  writeFileSync(file, bytes);
  const child = spawn(program, [...words, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const dispose = (): void => {
    child.stdin.end();
    rmSync(folder, { recursive: true, force: true });
  };
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done !== true) return value;
    dispose();
    throw new Error(refusal);
  };
  const version = await nextLine();
  const run = async (input = ''): Promise<string> => {
    child.stdin.write(`${input}\n`);
    return await nextLine();
  };
  return { version, folder, run, dispose };
}
