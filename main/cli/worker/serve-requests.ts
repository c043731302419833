import { availableParallelism } from 'node:os';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import { errorLine } from '../../terminal/error-line.ts';
import { type VerdictContext, exitCodes } from '../context.ts';

/** A request of Bazel's JSON worker protocol. Members that Bazel adds, such as `inputs` and `verbosity`, are not used. */
interface WorkRequest {
  /** 0: the only request at this time. */
  readonly requestId: number;
  readonly arguments: readonly string[];
  readonly cancel: boolean;
}

/** Where requests run. */
export type RequestContext = Omit<VerdictContext, 'fail' | 'miss'>;

/** Requests at the same time; the others wait. */
const maxRunning = 2 * availableParallelism();
/** A longer line is no request. Characters. */
const maxLineLength = 2 ** 24;

/**
 * Runs the requests of a stream, several at a time, and prints one line for each. Resolves when the stream has ended and all are done.
 * A line that is no request gets a result with exit code 64 and the id 0, unless it has one.
 */
export async function serveRequests(context: RequestContext, input: NodeJS.ReadableStream): Promise<void> {
  const running = new Map<number, AbortController>();
  const waiting: WorkRequest[] = [];
  const results = new Set<Promise<void>>();
  const stop = (): void => {
    waiting.length = 0;
    for (const controller of running.values()) controller.abort();
    (input as NodeJS.ReadStream).destroy();
  };
  context.signal.addEventListener('abort', stop, { once: true });
  const reply = (result: object): void => context.out(`${JSON.stringify(result)}\n`);
  const refuse = (requestId: number, error: InspectorError): void =>
    reply({ requestId, exitCode: exitCodes.usage, output: errorLine(error) });
  const startNext = (): void => {
    if (running.size >= maxRunning || waiting.length === 0) return;
    const { requestId, arguments: args } = waiting.shift()!;
    const controller = new AbortController();
    running.set(requestId, controller);
    const result = run(context, args, controller.signal).then(({ exitCode, output }) => {
      running.delete(requestId);
      reply(controller.signal.aborted && !context.signal.aborted ? { requestId, wasCancelled: true } : { requestId, exitCode, output });
      results.delete(result);
      startNext();
    });
    results.add(result);
    startNext();
  };
  const cancel = (requestId: number): void => {
    const place = waiting.findIndex((request) => request.requestId === requestId);
    if (place >= 0) {
      waiting.splice(place, 1);
      reply({ requestId, wasCancelled: true });
    } else running.get(requestId)?.abort(); // A request that has ended needs no cancellation.
  };
  const take = (line: string): void => {
    let request: WorkRequest;
    try {
      request = readRequest(line);
    } catch (error) {
      return refuse(idOf(line), error as InspectorError);
    }
    const { requestId } = request;
    if (request.cancel) return cancel(requestId);
    if (running.has(requestId) || waiting.some((other) => other.requestId === requestId))
      return refuse(requestId, refused('Two requests have the same id at the same time', 'Give each its own requestId'));
    waiting.push(request);
    startNext();
  };
  try {
    for await (const line of linesOf(input)) if (line.trim() !== '') take(line);
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
  while (results.size > 0) await Promise.race(results);
  if (context.signal.aborted) throw cancelledError();
}

async function run(context: RequestContext, args: readonly string[], signal: AbortSignal): Promise<{ exitCode: number; output: string }> {
  const streaming = ['worker', 'serve', 'open'].find((verb) => args[0] === verb);
  if (streaming !== undefined)
    return {
      exitCode: exitCodes.usage,
      output: errorLine(refused(`A worker cannot run boxwood ${streaming}`, 'Run it in a process of its own')),
    };
  if (args.some((word) => /^(--[\w-]+=)?-$/.test(word)))
    return { exitCode: exitCodes.usage, output: errorLine(refused('Standard input holds the requests', 'Name a file instead of -')) };
  const out: string[] = [];
  const messages: string[] = [];
  const exitCode = await context.run(args, {
    ...context,
    signal,
    showsProgress: false,
    drained: () => Promise.resolve(true),
    out: (text) => void out.push(text),
    err: (text) => {
      messages.push(text);
      context.err(text);
    },
  });
  return { exitCode, output: (out.length > 0 ? out : messages).join('') };
}

/** @throws InspectorError `invalid-argument`. */
function readRequest(line: string): WorkRequest {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw refused('The line is no JSON', 'Write one request on each line: {"requestId":1,"arguments":["check","a.glb"]}');
  }
  const { requestId = 0, arguments: args = [], cancel = false, sandboxDir = '' } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof requestId !== 'number' || !Number.isSafeInteger(requestId)) throw refused('requestId is no whole number', 'Give a number');
  if (!Array.isArray(args) || !args.every((word) => typeof word === 'string'))
    throw refused('arguments is no list of texts', 'Give the words of the command line, such as ["check", "a.glb"]');
  if (sandboxDir !== '') throw refused('sandboxDir is not supported', 'Do not declare supports-multiplex-sandboxing');
  if (cancel !== true && args.length === 0) throw refused('The request has no arguments', 'Give a verb, such as ["check", "a.glb"]');
  return { requestId, arguments: args, cancel: cancel === true };
}

/** Returns the id of a refused line as far as it can be read, else 0. */
function idOf(line: string): number {
  return Number(/"requestId"\s*:\s*(\d{1,15})/.exec(line)?.[1] ?? 0);
}

async function* linesOf(input: NodeJS.ReadableStream): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of input as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > maxLineLength) throw refused('A line of standard input is longer than 16 MiB', 'Write one request on each line');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function refused(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: {} });
}
