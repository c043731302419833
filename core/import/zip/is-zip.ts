/** Returns whether bytes start like a ZIP archive. Apart from the reader, so that recognising a format does not load the decompressor. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}
