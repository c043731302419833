import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const missingColliders: HealthCheck = {
  code: 'missing-colliders',
  severity: 'warning',
  title: 'Meshes without a collider',
  meaning: 'Rendered parts that no collider refers to, by its name or by the data of the file: bodies pass through them',
  fix: 'Add a collider for each, or remove the parts that nothing has to touch',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts }, options: { needColliders } }) =>
    namedParts(parts, colliderNames(parts, needColliders).without, (part) => parts[part].name),
};
