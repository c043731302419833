// Loads .bullet files, or builds shapes of triangles, and answers rays and sphere sweeps. See bullet-process.ts for the lines.
#include <btBulletDynamicsCommon.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <BulletWorldImporter/btBulletWorldImporter.h>
#include <LinearMath/btSerializer.h>

#include "load-bullet-bvh.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static std::vector<char> readAll(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct ClosestHit : btTriangleRaycastCallback {
  int part = -1;
  int triangle = -1;
  ClosestHit(const btVector3 &from, const btVector3 &to) : btTriangleRaycastCallback(from, to) {}
  btScalar reportHit(const btVector3 &, btScalar fraction, int partId, int triangleIndex) override {
    part = partId;
    triangle = triangleIndex;
    return fraction;
  }
};

/** u32 vertices and triangles, f32 positions, u32 indices. */
static btBvhTriangleMeshShape *build(const char *bytes) {
  uint32_t counts[2];
  memcpy(counts, bytes, 8);
  auto *vertices = reinterpret_cast<const float *>(bytes + 8);
  auto *indices = reinterpret_cast<const int *>(bytes + 8 + 12 * size_t(counts[0]));
  btIndexedMesh part;
  part.m_numTriangles = int(counts[1]);
  part.m_numVertices = int(counts[0]);
  part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(indices);
  part.m_triangleIndexStride = 12;
  part.m_vertexBase = reinterpret_cast<const unsigned char *>(vertices);
  part.m_vertexStride = 12;
  part.m_indexType = PHY_INTEGER;
  part.m_vertexType = PHY_FLOAT;
  auto *mesh = new btTriangleIndexVertexArray();
  mesh->addIndexedMesh(part, PHY_INTEGER);
  return new btBvhTriangleMeshShape(mesh, true);
}

/** COMPOUND, then for each part: u32 1 for a hull, f32 origin[3], and a mesh as in `build`. */
static btCollisionShape *compound(const std::vector<char> &bytes) {
  auto *all = new btCompoundShape();
  for (size_t at = 8; at < bytes.size();) {
    uint32_t head[6];
    memcpy(head, bytes.data() + at, 24);
    float origin[3];
    memcpy(origin, head + 1, 12);
    btCollisionShape *part;
    if (head[0] == 1) {
      auto *hull = new btConvexHullShape();
      auto *points = reinterpret_cast<const float *>(bytes.data() + at + 24);
      for (size_t i = 0; i < 3 * size_t(head[4]); i += 3) hull->addPoint(btVector3(points[i], points[i + 1], points[i + 2]), false);
      // Before the box, which has the margin.
      hull->setMargin(0);
      hull->recalcLocalAabb();
      part = hull;
    } else {
      part = build(bytes.data() + at + 16);
    }
    all->addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(origin[0], origin[1], origin[2])), part);
    at += 24 + 12 * size_t(head[4]) + 12 * size_t(head[5]);
  }
  return all;
}

/** One of each shape that the reader knows, in nested compounds, as Bullet itself makes them. */
static btCollisionShape *sample(btSerializer *names) {
  auto *inner = new btCompoundShape();
  btTransform turned(btQuaternion(btVector3(0, 0, 1), btScalar(0.5)), btVector3(0, 1, 0));
  inner->addChildShape(turned, new btCapsuleShapeX(0.25f, 1.5f));
  auto *hull = new btConvexHullShape();
  for (int i = 0; i < 8; i++) hull->addPoint(btVector3(i & 1 ? 0.5f : -0.5f, i & 2 ? 1.0f : -1.0f, i & 4 ? 2.0f : -2.0f));
  hull->setMargin(0);
  inner->addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, 5)), hull);
  auto *outer = new btCompoundShape();
  auto *crate = new btBoxShape(btVector3(1, 2, 3));
  outer->addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(9, 0, 0)), crate);
  outer->addChildShape(btTransform(btQuaternion(btVector3(1, 0, 0), btScalar(1)), btVector3(0, -4, 0)), inner);
  outer->addChildShape(btTransform::getIdentity(), new btSphereShape(0.75f));
  outer->addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 8, 0)), new btCylinderShapeZ(btVector3(0.5f, 0.5f, 1)));
  if (names != nullptr) names->registerNameForPointer(crate, "the crate");
  return outer;
}

/** A shape, and what it refers to. */
struct Loaded {
  std::vector<char> bytes;
  btBulletWorldImporter importer{nullptr};
  btDefaultSerializer serializer;
  btCollisionShape *shape = nullptr;
  btCollisionObject object;
};

/** Returns a shape that is never freed, or null if Bullet does not load it. */
static Loaded *load(const std::string &path) {
  auto *loaded = new Loaded();
  auto &bytes = loaded->bytes;
  auto &importer = loaded->importer;
  auto *&shape = loaded->shape;
  bytes = readAll(path);
  loaded->serializer.startSerialization();
  if (bytes.size() > 5 && memcmp(bytes.data(), "SAMPLE", 6) == 0) {
    shape = sample(&loaded->serializer);
  } else if (bytes.size() > 8 && memcmp(bytes.data(), "COMPOUND", 8) == 0) {
    shape = compound(bytes);
  } else if (bytes.size() > 7 && memcmp(bytes.data(), "BTIMAGE", 7) == 0) {
    void *image = btAlignedAlloc(bytes.size(), 16);
    memcpy(image, bytes.data(), bytes.size());
    shape = boxwoodLoadBulletBvh(image, bytes.size());
    if (shape == nullptr) return nullptr;
  } else if (bytes.size() > 6 && memcmp(bytes.data(), "BULLET", 6) == 0) {
    if (!importer.loadFileFromMemory(bytes.data(), int(bytes.size())) || importer.getNumCollisionShapes() == 0) return nullptr;
    shape = importer.getCollisionShapeByIndex(0);
  } else {
    shape = build(bytes.data());
  }
  loaded->object.setCollisionShape(shape);
  return loaded;
}

int main(int, char **argv) {
  std::vector<Loaded *> all{load(argv[1])};
  if (all[0] == nullptr) return 1;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadPhase;
  btCollisionWorld world(&dispatcher, &broadPhase, &configuration);
  std::cout << "Bullet " << btGetVersion() / 100 << '.' << btGetVersion() % 100 << std::endl;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "shape") {
      std::string path;
      words >> path;
      all.push_back(load(path));
      if (all.back() == nullptr) return 1;
      std::cout << "loaded" << std::endl;
      continue;
    }
    // The number of a shape comes first.
    Loaded &loaded = *all.at(std::stoul(kind));
    auto *shape = loaded.shape;
    auto &serializer = loaded.serializer;
    auto &object = loaded.object;
    words >> kind;
    if (kind == "name") {
      std::cout << shape->getName() << ' ' << shape->getShapeType() << std::endl;
      continue;
    }
    if (kind == "children") {
      std::ostringstream types;
      if (shape->getShapeType() == COMPOUND_SHAPE_PROXYTYPE) {
        auto *compound = static_cast<btCompoundShape *>(shape);
        for (int i = 0; i < compound->getNumChildShapes(); i++) types << (i > 0 ? " " : "") << compound->getChildShape(i)->getShapeType();
      }
      std::cout << types.str() << std::endl;
      continue;
    }
    if (kind == "image") {
      std::string path;
      words >> path;
      auto *tree = static_cast<btBvhTriangleMeshShape *>(shape)->getOptimizedBvh();
      unsigned size = tree->calculateSerializeBufferSize();
      void *buffer = btAlignedAlloc(size, 16);
      memset(buffer, 0, size);
      if (!tree->serializeInPlace(buffer, size, false)) return 1;
      std::ofstream(path, std::ios::binary).write(static_cast<const char *>(buffer), size);
      std::cout << "saved" << std::endl;
      continue;
    }
    if (kind == "save") {
      std::string path;
      words >> path;
      shape->serializeSingleShape(&serializer);
      serializer.finishSerialization();
      std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char *>(serializer.getBufferPointer()), serializer.getCurrentBufferSize());
      std::cout << "saved" << std::endl;
      continue;
    }
    // rays FILE or sweeps FILE RADIUS: f32 from[3] to[3] each.
    std::string path;
    float radius = 0;
    words >> path >> radius;
    std::vector<char> data = readAll(path);
    auto *values = reinterpret_cast<const float *>(data.data());
    std::ostringstream answer;
    answer.precision(9);
    for (size_t i = 0; i + 6 <= data.size() / 4; i += 6) {
      btVector3 from(values[i], values[i + 1], values[i + 2]);
      btVector3 to(values[i + 3], values[i + 4], values[i + 5]);
      if (i > 0) answer << ' ';
      if (kind == "rays") {
        if (shape->getShapeType() == TRIANGLE_MESH_SHAPE_PROXYTYPE) {
          ClosestHit hit(from, to);
          static_cast<btBvhTriangleMeshShape *>(shape)->performRaycast(&hit, from, to);
          if (hit.triangle < 0) answer << '-';
          else answer << hit.m_hitFraction << ':' << hit.triangle;
        } else {
          btCollisionWorld::ClosestRayResultCallback hit(from, to);
          btTransform start(btQuaternion::getIdentity(), from), end(btQuaternion::getIdentity(), to);
          btCollisionWorld::rayTestSingle(start, end, &object, shape, btTransform::getIdentity(), hit);
          if (!hit.hasHit()) answer << '-';
          else answer << hit.m_closestHitFraction << ":0";
        }
      } else {
        btSphereShape ball(radius);
        btCollisionWorld::ClosestConvexResultCallback hit(from, to);
        btTransform start(btQuaternion::getIdentity(), from), end(btQuaternion::getIdentity(), to);
        btCollisionWorld::objectQuerySingle(&ball, start, end, &object, shape, btTransform::getIdentity(), hit, 0);
        if (!hit.hasHit()) answer << '-';
        else answer << hit.m_closestHitFraction << ":0";
      }
    }
    std::cout << answer.str() << std::endl;
  }
}
