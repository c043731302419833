/** How a binary FBX file begins. Apart from the reader, so that recognising a format does not load the decompressor. */
export const binaryMark = 'Kaydara FBX Binary';
