import { spawn } from 'node:child_process';

export interface ChildOutcome {
  /** `null` when a signal ended it, or it could not be started. */
  readonly exitCode: number | null;
  readonly millisecondsAlive: number;
}

/** Runs a program in this terminal until it ends, the signal aborts, or its time is over. */
export async function runChild(
  program: string,
  args: readonly string[],
  options: { readonly signal: AbortSignal; readonly environment: NodeJS.ProcessEnv; readonly maxMilliseconds?: number },
): Promise<ChildOutcome> {
  const { environment, maxMilliseconds, signal } = options;
  const start = performance.now();
  const exitCode = await new Promise<number | null>((resolve) => {
    const child = spawn(program, [...args], { stdio: 'inherit', env: environment });
    const end = (): void => void child.kill();
    const timer = maxMilliseconds === undefined ? undefined : setTimeout(end, maxMilliseconds);
    signal.addEventListener('abort', end, { once: true });
    const settle = (code: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(code);
    };
    child.once('error', () => settle(null));
    child.once('exit', settle);
  });
  return { exitCode, millisecondsAlive: performance.now() - start };
}
