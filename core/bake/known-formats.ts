/** The names of bake formats and how their files are recognised, without their writers and readers: a door for threads and verbs that start often. */
export { type BakeFormat, type BakeFormatName, bakeFormatNames } from './bake-format.ts';
export { bakedExtensions, bakedFormat, type BakedFormatName } from './baked-format.ts';
