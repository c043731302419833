import { describe, expect, it } from 'vitest';
import { roleOfFile } from '#core/mesh/file-role';

describe('the role of a file by its name', () => {
  it.each([
    'rock_collision.obj',
    'rock-collider.glb',
    'rock.collision.stl',
    'Rock_Col.fbx',
    'rock-colonly.glb',
    'rock_coll_02.obj',
    'UCX_rock.obj',
    'ubx_rock_01.fbx',
    'rock_ucx.fbx',
    'rock_hulls.obj',
    'rock_phys.obj',
    'rock_decomp.obj',
    'duck_vhacd.obj',
    'duck-coacd.glb',
    'level.brushes.obj',
    'collision_rock.obj',
    'collision.obj',
    'rock_collision',
  ])('%s is a collider', (name) => {
    expect(roleOfFile(name)).toBe('collider');
  });

  it.each([
    'rock.obj',
    'protocol.obj',
    'collie.glb',
    'column.stl',
    'hull-city.obj',
    'physicsroom.obj',
    'collada.dae',
    'scull.obj',
    'paint-brushes.obj',
    'brushes.obj',
    '',
  ])('%s is a visual mesh', (name) => {
    expect(roleOfFile(name)).toBe('visual');
  });
});
