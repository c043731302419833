import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const strayColliders: HealthCheck = {
  code: 'stray-colliders',
  severity: 'warning',
  title: 'Colliders without a mesh',
  meaning:
    'Parts with an Unreal collider prefix (UCX_, UBX_, USP_, UCP_) whose name matches no part: Boxwood checks them as colliders, Unreal imports them as rendered meshes',
  fix: 'Name each collider after its mesh: UCX_Rock or UCX_Rock_01 for Rock',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts } }) => namedParts(parts, colliderNames(parts).stray, (part) => parts[part].name),
};
