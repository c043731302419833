import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const misnamedColliders: HealthCheck = {
  code: 'misnamed-colliders',
  severity: 'warning',
  title: 'Misnamed colliders',
  meaning:
    'Parts whose names are almost collider names of another part: engines do not recognise them, so they are rendered and do not collide',
  fix: 'Rename them: prefix UCX_, UBX_, USP_ or UCP_ for Unreal, suffix -col, -colonly, -convcol or -convcolonly for Godot',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts } }) => {
    const { misnamed } = colliderNames(parts);
    return namedParts(parts, [...misnamed.keys()], (part) => `${parts[part].name} for ${misnamed.get(part)}`);
  },
};
