import { InspectorError } from '#core/error';
import { readQueryLine, type LineFormat } from './read-query-line.ts';

/** Number of queries of a chunk. */
const chunkQueries = 4096;
/** A longer line is no query. Characters. */
const maxLineLength = 65_536;

/** Queries as numbers, `format.width` each; with the error of the line after them, if it is no query. */
export interface QueryChunk {
  readonly numbers: Float64Array;
  readonly error: InspectorError | null;
}

/**
 * Reads queries, one on each line, in chunks: bounded memory for files of any length. Blank lines, lines that begin with `#`, and a first line with the
 * names of the columns are skipped. The first line that is no query ends the chunks, with its error in the last one.
 */
export async function* readChunks(source: AsyncIterable<Uint8Array>, file: string, format: LineFormat): AsyncGenerator<QueryChunk, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  let numbers: number[] = [];
  /** Returns the error of a line, or adds its query. */
  const take = (text: string): InspectorError | null => {
    line++;
    try {
      readQueryLine(text, format, line === 1, numbers);
      return null;
    } catch (error) {
      return error instanceof InspectorError
        ? new InspectorError({ ...error, message: error.message, location: { file, line } })
        : internal(error);
    }
  };
  for await (const piece of source) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const text of rest.length > maxLineLength ? [...lines, rest] : lines) {
      const error = take(text.length > maxLineLength ? 'a line that is too long' : text);
      if (error !== null) return yield { numbers: Float64Array.from(numbers), error };
      if (numbers.length < chunkQueries * format.width) continue;
      yield { numbers: Float64Array.from(numbers), error: null };
      numbers = [];
    }
  }
  const error = rest === '' ? null : take(rest);
  if (numbers.length > 0 || error !== null) yield { numbers: Float64Array.from(numbers), error };
}

function internal(error: unknown): never {
  throw error;
}
