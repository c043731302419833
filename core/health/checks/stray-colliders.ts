import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const strayColliders: HealthCheck = {
  code: 'stray-colliders',
  severity: 'warning',
  title: 'Colliders of nothing',
  meaning:
    'Parts named as Unreal names colliders, UCX_ UBX_ USP_ or UCP_ before a name that no part has: they count as colliders here, and Unreal takes them for something to be seen',
  fix: 'Name each after the mesh that it is of: UCX_Rock or UCX_Rock_01 for Rock',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts } }) => namedParts(parts, colliderNames(parts).stray, (part) => parts[part].name),
};
