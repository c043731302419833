import { InspectorError } from '#core/error';

/** Parses the text file of a flag. @throws InspectorError as `parse`, with the file in its location. */
export function readSidecar<Content>(file: string, bytes: Uint8Array, parse: (text: string) => Content): Content {
  return readSidecarBytes(file, bytes, () => parse(new TextDecoder().decode(bytes)));
}

/** Parses the file of a flag. @throws InspectorError as `parse`, with the file in its location. */
export function readSidecarBytes<Content, Bytes extends Uint8Array>(file: string, bytes: Bytes, parse: (bytes: Bytes) => Content): Content {
  try {
    return parse(bytes);
  } catch (thrown) {
    if (thrown instanceof InspectorError)
      throw new InspectorError({ ...thrown.toJSON(), location: { ...thrown.location, file } }, { cause: thrown });
    throw thrown;
  }
}
