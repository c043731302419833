/** What other parts of the product use of this room. */
export { type BoxSolid, solidCenter } from './box-solid.ts';
export { featureOf, type TriangleFeature } from './triangle-feature.ts';
export { triangleNormal } from './triangle-normal.ts';
export { type ContactKind, contactKinds } from './triangle-triangle-contact.ts';
