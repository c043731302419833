import { colliderNames } from './shared/collider-names.ts';
import { namedParts } from './shared/named-parts.ts';
import type { HealthCheck } from '../health-check.ts';

export const misnamedColliders: HealthCheck = {
  code: 'misnamed-colliders',
  severity: 'warning',
  title: 'Misnamed colliders',
  meaning: 'Parts whose names are nearly those of colliders of another part: no engine knows them, so they are seen and stop nothing',
  fix: 'Rename them: UCX_ UBX_ USP_ UCP_ before the name of the part, or -col -colonly -convcol -convcolonly behind it',
  counted: { one: 'part', many: 'parts' },
  weight: 0,
  isOfWhole: true,
  find: ({ mesh: { parts } }) => {
    const { misnamed } = colliderNames(parts);
    return namedParts(parts, [...misnamed.keys()], (part) => `${parts[part].name} for ${misnamed.get(part)}`);
  },
};
