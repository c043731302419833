/** Where in the input something is. Lines and columns count from 1; bytes, elements and triangles from 0. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
  /** JSON pointer (RFC 6901) into a glTF document. */
  readonly pointer?: string;
  /** 0-based index of the element meant by the message. */
  readonly index?: number;
  /** What `index` counts. */
  readonly element?: PlaceElement;
}

export const placeElements = ['vertex', 'face', 'triangle', 'index'] as const;

export type PlaceElement = (typeof placeElements)[number];

/** Everything that can go wrong, closed: a reader of `--json` may switch on it. */
export const inspectorErrorCodes = [
  /** A format, or an archive, that is not read at all. */
  'unsupported-format',
  /** A known format in a dialect that is not read: 4OFF, glTF 1.0, a text encoding. */
  'unsupported-dialect',
  /** A known format that needs an extension that is not read. */
  'unsupported-feature',
  'empty-file',
  /** The bytes break the format's grammar. */
  'malformed',
  /** The file ends before what it declares. */
  'truncated',
  /** A declared count needs more bytes than the file has; refused before anything is allocated. */
  'count-exceeds-file',
  'index-out-of-range',
  /** A side file (a glTF buffer) was not supplied. */
  'missing-file',
  /** A side file that leaves the folder of the opened file, or asks for the network. */
  'unsafe-path',
  /** A node graph with a cycle, or a node with two parents. */
  'cyclic',
  'too-large',
  /** The operating system refused: not found, a folder, no permission. */
  'unreadable',
  /** A query, tree or bake was asked of a mesh that has no usable triangle. */
  'no-triangles',
  'invalid-argument',
  /** Bytes given as a mesh or tree of ours are not one. */
  'invalid-bytes',
  'cancelled',
  /** A worker ended before its answer, for instance out of memory. */
  'worker-lost',
  /** A defect of Boxwood itself. */
  'internal',
] as const;

export type InspectorErrorCode = (typeof inspectorErrorCodes)[number];

/** An error as plain data: what travels between threads, processes and into `--json`. */
export interface InspectorErrorData {
  readonly code: InspectorErrorCode;
  /** What is wrong, one sentence without the place. */
  readonly message: string;
  /** What the reader can do about it, one sentence. */
  readonly cure: string;
  readonly place: Place;
  /** The code of the tool that found it, for instance glTF-Validator's `ACCESSOR_TOO_LONG`. */
  readonly detail?: string;
}

/** The one error that bad input may cause. Anything else that is thrown is a defect. */
export class InspectorError extends Error implements InspectorErrorData {
  override readonly name = 'InspectorError';
  readonly code: InspectorErrorCode;
  readonly cure: string;
  readonly place: Place;
  declare readonly detail?: string;

  constructor(data: InspectorErrorData, options?: { readonly cause?: unknown }) {
    super(data.message, options);
    this.code = data.code;
    this.cure = data.cure;
    this.place = data.place;
    if (data.detail !== undefined) this.detail = data.detail;
  }

  toJSON(): InspectorErrorData {
    const { code, message, cure, place, detail } = this;
    return detail === undefined ? { code, message, cure, place } : { code, message, cure, place, detail };
  }
}

/** What is asked is not possible, whatever the files hold. */
export function invalidArgument(message: string, cure: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, cure, place: {} });
}

/** Any thrown value as data: an `InspectorError` as it is, everything else as `internal` with its own message. */
export function toErrorData(thrown: unknown): InspectorErrorData {
  if (thrown instanceof InspectorError) return thrown.toJSON();
  if (thrown instanceof RangeError && /allocation|Invalid (typed )?array( buffer)? length/i.test(thrown.message)) {
    return {
      code: 'too-large',
      message: 'There is not enough memory for this mesh',
      cure: 'Close other documents, or split the file into parts',
      place: {},
      detail: thrown.message,
    };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'internal', message: `Unexpected failure: ${message}`, cure: 'Please report this with the file', place: {} };
}

/** `model.obj:12: message. Cure.` */
export function formatError(error: InspectorErrorData): string {
  const place = formatPlace(error.place);
  return `${place === '' ? '' : `${place}: `}${error.message}. ${error.cure}.`;
}

/** `model.obj:12:3`, `model.obj:12 vertex 7`, `model.glb byte 84`, `model.gltf /nodes/3`; empty when nothing is known. */
export function formatPlace(place: Place): string {
  let text = place.file ?? '';
  if (place.line !== undefined) text += `${text === '' ? 'line ' : ':'}${place.line}`;
  if (place.line !== undefined && place.column !== undefined) text += `:${place.column}`;
  if (place.byte !== undefined) text += `${text === '' ? '' : ' '}byte ${place.byte}`;
  if (place.pointer !== undefined) text += `${text === '' ? '' : ' '}${place.pointer === '' ? '/' : place.pointer}`;
  if (place.index !== undefined)
    text += `${text === '' ? '' : ' '}${place.element === undefined ? '#' : `${place.element} `}${place.index}`;
  return text;
}
