import { InspectorError } from '#core/error';

/** Parses a text that a flag names; what is wrong with it names the file. @throws InspectorError as `parse`. */
export function readSidecar<Content>(file: string, bytes: Uint8Array, parse: (text: string) => Content): Content {
  try {
    return parse(new TextDecoder().decode(bytes));
  } catch (thrown) {
    if (thrown instanceof InspectorError)
      throw new InspectorError({ ...thrown.toJSON(), location: { ...thrown.location, file } }, { cause: thrown });
    throw thrown;
  }
}
