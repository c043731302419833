import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { cliScript } from './product.ts';

/** A response of Bazel's worker protocol. */
export interface WorkResponse {
  readonly requestId: number;
  readonly exitCode?: number;
  readonly output?: string;
  readonly wasCancelled?: true;
}

/** A client of the JSON worker protocol, as Bazel's multiplexer is one: it starts the worker once, and matches responses to requests by their id. */
export interface WorkerClient {
  /** Sends a request, and resolves to its response. */
  readonly request: (...args: string[]) => Promise<WorkResponse>;
  /** As `request`; the request is cancelled at once. */
  readonly requestCancelled: (...args: string[]) => Promise<WorkResponse>;
  /** Ends the input, and resolves to the exit code of the worker. */
  readonly end: () => Promise<number | null>;
}

/** Starts `boxwood worker --persistent_worker` in a folder. */
export function startWorkerClient(cwd: string): WorkerClient {
  const child = spawn(process.execPath, [cliScript, 'worker', '--persistent_worker'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const open = new Map<number, (response: WorkResponse) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response = JSON.parse(line) as WorkResponse;
    const resolve = open.get(response.requestId);
    if (resolve === undefined) throw new Error(`a response without a request: ${line}`);
    open.delete(response.requestId);
    resolve(response);
  });
  let lastId = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  const start = (args: readonly string[]): { readonly id: number; readonly response: Promise<WorkResponse> } => {
    const id = ++lastId;
    const response = new Promise<WorkResponse>((resolve) => open.set(id, resolve));
    // Bazel adds the inputs with their digests, and a verbosity.
    send({ arguments: args, inputs: args.slice(1, 2).map((path) => ({ path, digest: '' })), requestId: id, verbosity: 0 });
    return { id, response };
  };
  return {
    request: (...args) => start(args).response,
    requestCancelled: (...args) => {
      const { id, response } = start(args);
      send({ requestId: id, cancel: true });
      return response;
    },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}
