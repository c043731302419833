/** The library has no types; `tinyusdz.ts` states those that it uses. */
declare module 'tinyusdz';
