/* Loads a .bvh.bullet file in Bullet 3: bullet-bvh-1.md describes its bytes. C++11, no dependency but Bullet. */
#ifndef BOXWOOD_LOAD_BULLET_BVH_H
#define BOXWOOD_LOAD_BULLET_BVH_H

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btOptimizedBvh.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include <cstdint>
#include <cstring>

/*
 * Returns the shape of a file, or null if its image is of another compiler or version of Bullet. The bytes must be aligned to 16 bytes and outlive the
 * shape: vertices, triangles and tree stay in them. The tree is taken over once; load other copies of the bytes for other shapes.
 */
inline btBvhTriangleMeshShape *boxwoodLoadBulletBvh(void *data, size_t size) {
  unsigned char *bytes = static_cast<unsigned char *>(data);
  uint32_t head[8];
  if (size < sizeof head) return nullptr;
  std::memcpy(head, bytes, sizeof head);
  const uint64_t vertices = head[4], triangles = head[5], imageAt = head[6], imageBytes = head[7];
  const bool isOurs = std::memcmp(bytes, "BTIMAGE1", 8) == 0 && int(head[2]) == btGetVersion() && head[3] == sizeof(btQuantizedBvh);
  if (!isOurs || reinterpret_cast<uintptr_t>(data) % 16 != 0) return nullptr;
  if (imageAt % 16 != 0 || imageAt < 32 + 12 * (vertices + triangles) || imageAt + imageBytes != size) return nullptr;
  btIndexedMesh part;
  part.m_numTriangles = int(triangles);
  part.m_numVertices = int(vertices);
  part.m_triangleIndexBase = bytes + 32 + 12 * vertices;
  part.m_triangleIndexStride = 12;
  part.m_vertexBase = bytes + 32;
  part.m_vertexStride = 12;
  part.m_indexType = PHY_INTEGER;
  part.m_vertexType = PHY_FLOAT;
  btOptimizedBvh *tree = btOptimizedBvh::deSerializeInPlace(bytes + imageAt, unsigned(imageBytes), false);
  if (tree == nullptr) return nullptr;
  btTriangleIndexVertexArray *mesh = new btTriangleIndexVertexArray();
  mesh->addIndexedMesh(part, PHY_INTEGER);
  btBvhTriangleMeshShape *shape = new btBvhTriangleMeshShape(mesh, true, false);
  shape->setOptimizedBvh(tree);
  return shape;
}

#endif
