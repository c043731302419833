import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const missingColliders: HealthCheck = {
  code: 'missing-colliders',
  severity: 'warning',
  title: 'Meshes without a collider',
  meaning:
    'Parts that are seen and that no collider stands for, by its name or by what the file says, where other parts of the file have one: bodies go through them',
  fix: 'Give each a collider, or leave it out of the file where nothing is to touch it',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts }, options: { needColliders } }) =>
    namedParts(parts, colliderNames(parts, needColliders).without, (part) => parts[part].name),
};
