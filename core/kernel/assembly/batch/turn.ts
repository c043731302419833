/** A ray under way: u32 addresses of its record, of the top and the bottom of its stack, then i32 reference of the node or leaf that is next. `traceRays` moves these 16 bytes. */
export const rayByte: usize = 0;
export const topByte: usize = 4;
export const bottomByte: usize = 8;
export const referenceByte: usize = 12;
/** Bytes of the next leaf are copied here, so that the processor loads the leaf before it is tested. */
export const touchedByte: usize = 16;
export const turnBytes: usize = 20;
