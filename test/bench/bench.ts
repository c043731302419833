/** `npm run bench`: the same questions to us and to rivals from npm, in one run, on one thread. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchUsage, parseBenchArgs, type BenchArgs } from './bench-args.ts';
import { benchMeshFiles, readBenchMesh } from './bench-mesh.ts';
import { failedLine, tableHead, tableLine } from './bench-table.ts';
import { corpusFolder } from './corpus-folder.ts';
import { historyFile, recordRows } from './history.ts';
import { runBench, type Measured } from './run-bench.ts';
import { tasks } from './tasks.ts';

const args = readArgs();
if (args !== null) process.exitCode = await bench(args);

/** Exit codes: 0 done, 1 the rival answers otherwise or a task failed, 2 a mesh is missing. */
async function bench({ tasks: wanted, meshes, rounds, json, record }: BenchArgs): Promise<number> {
  const missing = meshes.map((name) => join(corpusFolder, benchMeshFiles[name])).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.error(`NOTHING WAS MEASURED: there is no ${missing.join(' and no ')}.\nSet BOXWOOD_CORPUS to the folder of the meshes.`);
    return 2;
  }
  console.log(`least and median of ${rounds}, ratio of the least, one thread, Node ${process.versions.node}\n\n${tableHead}`);
  const all: Measured[] = [];
  const note = (measured: Measured): void => {
    all.push(measured);
    tell(measured);
    // After each, so that a run that is ended leaves what it has.
    if (json !== null) writeFileSync(json, `${JSON.stringify(all.map((one) => ('failed' in one ? one.failed : one.row)), null, 2)}\n`);
  };
  for (const name of meshes) await runBench(name, () => readBenchMesh(corpusFolder, name), wanted, rounds, note);
  const rows = all.flatMap((one) => ('failed' in one || one.disagreement !== null ? [] : [one.row]));
  if (rows.length < all.length) return 1;
  if (record) {
    recordRows(rows);
    console.log(`\nrecorded in ${historyFile}`);
  }
  return 0;
}

function tell(measured: Measured): void {
  if ('failed' in measured) return console.error(failedLine(measured.failed));
  const { row, disagreement, beside } = measured;
  console.log(tableLine(row));
  if (beside !== null) console.log(`${' '.repeat(21)}${beside}`);
  if (disagreement !== null) console.error(`${row.task} ${row.mesh}: THE RIVAL ANSWERS OTHERWISE: ${disagreement}`);
}

function readArgs(): BenchArgs | null {
  try {
    return parseBenchArgs(process.argv.slice(2), tasks);
  } catch (thrown) {
    console.error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n${benchUsage}`);
    process.exitCode = 64;
    return null;
  }
}
