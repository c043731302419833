// The steps of core/scene/broad/sweep-and-prune with Shell sort and without a filter, for tools that count instructions and cache misses. They do not
// see through a JavaScript engine. `sweep-cache.ts` checks that it prints the counts of the TypeScript.
//
// Usage: sweep-and-prune FILE STEPS SPREAD. FILE has u64 n, then 6n f64 boxes, then 3n f64 velocities. With SPREAD s, box i is
// record s*i of arrays that are s times as long: the same operations, and the records that are read in the order of an axis lie in s times the memory. Prints one line for each step: keys compared, elements moved, column entries, boxes
// compared, pairs, and milliseconds of processor time.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

template <typename T> static T *array(size_t length) { return static_cast<T *>(calloc(length, sizeof(T))); }

#define PHASE __attribute__((noinline))

constexpr int gaps[] = {1017970, 452431, 201080, 89369, 39719, 17653, 7846, 3487, 1550, 701, 301, 132, 57, 23, 10, 4, 1};
constexpr int boxesOfColumn = 32, maxEntriesOfBox = 6;

struct Axis {
  int axis;
  uint32_t *order, *spare;
  double *keys, *borders;
  int borderCount;
};

static int n, spread;
static double *boxes;
static size_t record(uint32_t box) { return static_cast<size_t>(6) * spread * box; }

static long moves, comparisons;

PHASE static void gapSort(double *keys, uint32_t *order, int from, int to) {
  for (const int gap : gaps) {
    if (gap > 1 && gap >= to - from) continue;
    for (int at = from + gap; at < to; at++) {
      const double key = keys[at];
      if (keys[at - gap] <= key) continue;
      const uint32_t element = order[at];
      int hole = at;
      while (hole - gap >= from && keys[hole - gap] > key) {
        keys[hole] = keys[hole - gap];
        order[hole] = order[hole - gap];
        hole -= gap;
        moves++;
      }
      keys[hole] = key;
      order[hole] = element;
    }
    if (to - from > gap) comparisons += to - from - gap;
  }
}

static int segmentSize(int segments) {
  if (segments <= 1) return n > 1 ? n : 1;
  const int size = static_cast<int>(ceil(n / (segments - 0.5)));
  return size > 1 ? size : 1;
}

static int segmentOf(const double *borders, int count, double value) {
  int low = 0, high = count - 1;
  while (low < high) {
    const int middle = (low + high + 1) >> 1;
    if (borders[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

static void equalBorders(Axis *sorted, int segments) {
  double min = INFINITY, max = -INFINITY;
  for (int i = 0; i < n; i++) {
    const double value = boxes[record(i) + sorted->axis];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  for (int s = 0; s < segments; s++) sorted->borders[s] = min + s * (max / segments - min / segments);
  sorted->borderCount = segments;
}

PHASE static void distribute(Axis *sorted, int segments, uint32_t *ends) {
  if (sorted->borderCount == 0) equalBorders(sorted, segments);
  const int count = sorted->borderCount;
  memset(ends, 0, sizeof *ends * count);
  for (int at = 0; at < n; at++) ends[segmentOf(sorted->borders, count, boxes[record(sorted->order[at]) + sorted->axis])]++;
  uint32_t before = 0;
  for (int s = 0; s < count; s++) {
    const uint32_t size = ends[s];
    ends[s] = before;
    before += size;
  }
  for (int at = 0; at < n; at++)
    sorted->spare[ends[segmentOf(sorted->borders, count, boxes[record(sorted->order[at]) + sorted->axis])]++] = sorted->order[at];
  uint32_t *order = sorted->order;
  sorted->order = sorted->spare;
  sorted->spare = order;
  comparisons += 2L * n * static_cast<long>(ceil(log2(count)));
}

PHASE static void readKeys(Axis *sorted) {
  for (int at = 0; at < n; at++) sorted->keys[at] = boxes[record(sorted->order[at]) + sorted->axis];
}

static void cutAxis(Axis *sorted, int segments) {
  const int size = segmentSize(segments);
  const int count = (n + size - 1) / size;
  for (int s = 0; s < count; s++) sorted->borders[s] = sorted->keys[s * size];
  sorted->borderCount = count > 1 ? count : 1;
}

PHASE static int widestAxis(void) {
  int widest = 0;
  double most = -1;
  for (int axis = 0; axis < 3; axis++) {
    const double origin = boxes[axis];
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
      const double from = boxes[record(i) + axis] - origin;
      sum += from;
      squares += from * from;
    }
    const double variance = squares - sum * sum / n;
    if (variance > most) {
      widest = axis;
      most = variance;
    }
  }
  return widest;
}

PHASE static void writeRanges(const Axis *sorted, uint16_t *ranges, int segments) {
  const int size = segmentSize(segments), axis = sorted->axis;
  int first = 0, end = size;
  for (int rank = 0; rank < n; rank++) {
    if (rank == end) {
      first++;
      end += size;
    }
    const uint32_t box = sorted->order[rank];
    const double max = boxes[record(box) + 3 + axis];
    int last = first;
    while (last + 1 < sorted->borderCount && sorted->borders[last + 1] <= max) last++;
    ranges[record(box) + axis] = first;
    ranges[record(box) + 3 + axis] = last;
  }
}

static long countEntries(const uint16_t *ranges) {
  long entries = 0;
  for (int i = 0; i < n; i++) {
    const uint16_t *r = ranges + record(i);
    entries += static_cast<long>(r[3] - r[0] + 1) * (r[4] - r[1] + 1) * (r[5] - r[2] + 1);
  }
  return entries;
}

struct Columns {
  int counts[3];
  uint32_t *starts, *entries;
};

PHASE static void fillColumns(Columns *columns, const uint16_t *ranges, const uint32_t *order) {
  const int nx = columns->counts[0], ny = columns->counts[1], cells = nx * ny * columns->counts[2];
  columns->starts = static_cast<uint32_t *>(realloc(columns->starts, sizeof(uint32_t) * (cells + 1)));
  uint32_t *starts = columns->starts;
  memset(starts, 0, sizeof *starts * (cells + 1));
  for (int at = 0; at < n; at++) {
    const uint16_t *r = ranges + record(order[at]);
    for (int z = r[2]; z <= r[5]; z++)
      for (int y = r[1]; y <= r[4]; y++)
        for (int x = r[0]; x <= r[3]; x++) starts[x + nx * (y + ny * z)]++;
  }
  uint32_t total = 0;
  for (int cell = 0; cell <= cells; cell++) {
    total += starts[cell];
    starts[cell] = total;
  }
  for (int at = n - 1; at >= 0; at--) {
    const uint16_t *r = ranges + record(order[at]);
    for (int z = r[2]; z <= r[5]; z++)
      for (int y = r[1]; y <= r[4]; y++)
        for (int x = r[0]; x <= r[3]; x++) columns->entries[--starts[x + nx * (y + ny * z)]] = order[at];
  }
}

static uint16_t larger(uint16_t a, uint16_t b) { return a > b ? a : b; }

PHASE static long sweepColumns(const Columns *columns, const uint16_t *ranges, int axis, uint32_t *pairs, long *pairCount) {
  const int nx = columns->counts[0], ny = columns->counts[1], cells = nx * ny * columns->counts[2];
  const int b = (axis + 1) % 3, c = (axis + 2) % 3;
  long tests = 0, found = 0;
  for (int cell = 0; cell < cells; cell++) {
    const int x = cell % nx, y = cell / nx % ny, z = cell / (nx * ny);
    const uint32_t end = columns->starts[cell + 1];
    for (uint32_t p = columns->starts[cell]; p < end; p++) {
      const uint32_t i = columns->entries[p];
      const double *box = boxes + record(i);
      for (uint32_t q = p + 1; q < end; q++) {
        const uint32_t j = columns->entries[q];
        const double *other = boxes + record(j);
        if (other[axis] > box[3 + axis]) break;
        tests++;
        if (other[b] > box[3 + b] || other[3 + b] < box[b] || other[c] > box[3 + c] || other[3 + c] < box[c]) continue;
        const uint16_t *r = ranges + record(i), *s = ranges + record(j);
        if (larger(r[0], s[0]) != x || larger(r[1], s[1]) != y || larger(r[2], s[2]) != z) continue;
        pairs[2 * found] = i < j ? i : j;
        pairs[2 * found + 1] = i < j ? j : i;
        found++;
      }
    }
  }
  *pairCount = found;
  return tests;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * now.tv_sec + 1e-6 * now.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  FILE *file = fopen(argv[1], "rb");
  const int steps = atoi(argv[2]);
  spread = atoi(argv[3]);
  uint64_t count;
  if (file == nullptr || fread(&count, 8, 1, file) != 1) return 2;
  n = count;
  boxes = array<double>(record(n));
  double *velocities = array<double>(3 * n);
  for (int i = 0; i < n; i++)
    if (fread(boxes + record(i), sizeof *boxes, 6, file) != 6) return 2;
  if (fread(velocities, sizeof *velocities, 3 * n, file) != 3 * static_cast<size_t>(n)) return 2;
  fclose(file);
  const double root = sqrt(static_cast<double>(n) / boxesOfColumn);
  const int wanted = root < 1 ? 1 : static_cast<int>(floor(root + 0.5));
  Axis axes[3];
  for (int a = 0; a < 3; a++) {
    axes[a] = {a, array<uint32_t>(n), array<uint32_t>(n), array<double>(n), array<double>(n + wanted), 0};
    for (int i = 0; i < n; i++) axes[a].order[i] = i;
  }
  uint16_t *ranges = array<uint16_t>(record(n));
  uint32_t *ends = array<uint32_t>(n + wanted), *pairs = array<uint32_t>(64 * static_cast<size_t>(n));
  Columns columns = {{1, 1, 1}, nullptr, array<uint32_t>(static_cast<size_t>(maxEntriesOfBox) * n)};
  for (int step = 0; step < steps; step++) {
    const double start = milliseconds();
    moves = comparisons = 0;
    for (int a = 0; a < 3; a++) {
      if (wanted > 1) {
        distribute(&axes[a], wanted, ends);
        const int segments = axes[a].borderCount;
        readKeys(&axes[a]);
        for (int s = 0, from = 0; s < segments; from = ends[s++]) gapSort(axes[a].keys, axes[a].order, from, ends[s]);
      } else {
        readKeys(&axes[a]);
        gapSort(axes[a].keys, axes[a].order, 0, n);
      }
      cutAxis(&axes[a], wanted);
    }
    const int swept = widestAxis();
    memset(ranges, 0, sizeof *ranges * record(n));
    for (int a = 0; a < 3; a++)
      if (a != swept) writeRanges(&axes[a], ranges, wanted);
    const long entries = countEntries(ranges);
    // The boxes of this measurement are small: segments are never halved.
    if (entries > static_cast<long>(maxEntriesOfBox) * n) return 3;
    for (int a = 0; a < 3; a++) columns.counts[a] = a == swept ? 1 : axes[a].borderCount;
    fillColumns(&columns, ranges, axes[swept].order);
    long found;
    const long tests = sweepColumns(&columns, ranges, swept, pairs, &found);
    printf("%ld %ld %ld %ld %ld %.4f\n", comparisons + moves, moves, entries, tests, found, milliseconds() - start);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) {
        boxes[record(i) + k] += velocities[3 * i + k];
        boxes[record(i) + 3 + k] += velocities[3 * i + k];
      }
  }
  return 0;
}
