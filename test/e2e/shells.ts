import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A browser shell over documents of its own. */
export interface Shell {
  readonly address: string;
  end(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly address?: string;
  readonly error?: string;
}

/** The process of all shells that these tests start, one for all files; it ends with this one. */
let host: ChildProcess | undefined;
let nextId = 0;

/** Starts a browser shell with these files in the process that all suites share, on a free port if `port` is 0. */
export async function startShell(files: readonly string[], port: number): Promise<Shell> {
  const used = runningHost();
  const id = nextId++;
  const { address } = await ask(used, id, { files, port });
  return { address: address!, end: async () => void (await ask(used, id, {})) };
}

function runningHost(): ChildProcess {
  if (host !== undefined && hasStayed(host)) return host;
  const script = fileURLToPath(new URL('serve-shells.mjs', import.meta.url));
  host = fork(script, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  host.setMaxListeners(0);
  // It alone does not keep the tests running.
  host.unref();
  host.channel!.unref();
  return host;
}

/** What a suite fails with whose server had an uncaught error. The next suite has a new process. */
function endedBy(code: number | null): Error {
  return new Error(`The process of the browser shells ended with ${code}: see the error that it has printed`);
}

function hasStayed(asked: ChildProcess): boolean {
  return asked.connected && asked.exitCode === null && asked.signalCode === null;
}

function ask(asked: ChildProcess, id: number, request: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (!hasStayed(asked)) return reject(endedBy(asked.exitCode));
    const settle = (settled: () => void): void => {
      asked.off('message', onMessage).off('exit', onExit);
      asked.channel?.unref();
      settled();
    };
    const onMessage = (answer: Answer): void => {
      if (answer.id !== id) return;
      settle(() => (answer.error === undefined ? resolve(answer) : reject(new Error(answer.error))));
    };
    const onExit = (code: number | null): void => settle(() => reject(endedBy(code)));
    asked.on('message', onMessage).on('exit', onExit);
    asked.channel?.ref();
    asked.send({ id, ...request }, (error) => error !== null && settle(() => reject(error)));
  });
}
