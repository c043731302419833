import { InspectorError } from '#core/error';

/** Parses the text file of a flag. @throws InspectorError as `parse`, with the file in its location. */
export function readSidecar<Content>(file: string, bytes: Uint8Array, parse: (text: string) => Content): Content {
  try {
    return parse(new TextDecoder().decode(bytes));
  } catch (thrown) {
    if (thrown instanceof InspectorError)
      throw new InspectorError({ ...thrown.toJSON(), location: { ...thrown.location, file } }, { cause: thrown });
    throw thrown;
  }
}
