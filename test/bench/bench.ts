/** `npm run bench`: the same queries on Boxwood and on rivals, in one run, on one thread unless the task says otherwise. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { articleBars, articleFile, measureArticle, recordArticle } from './article.ts';
import { benchUsage, parseBenchArgs, type BenchArgs } from './bench-args.ts';
import { benchMeshFiles, readBenchMesh } from './bench-mesh.ts';
import { failedLine, skippedLine, tableHead, tableLine } from './bench-table.ts';
import { corpusFolder, projectFolder } from './corpus-folder.ts';
import { historyFile, recordRows } from './history.ts';
import { benchTables, withTables } from './benchmark-tables.ts';
import { runBench, type Measured } from './run-bench.ts';
import { tasks } from './tasks.ts';

const args = readArgs();
if (args !== null) process.exitCode = await bench(args);

/** Exit codes: 0 done, 1 different results of the rival or a failed task, 2 a missing mesh. */
async function bench({ tasks: wanted, meshes, rounds, json, record, article, manual }: BenchArgs): Promise<number> {
  if (manual) return writeManual();
  const missing = meshes.map((name) => join(corpusFolder, benchMeshFiles[name])).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.error(`Missing mesh: ${missing.join(', ')}. Set BOXWOOD_CORPUS to the folder of the meshes.`);
    return 2;
  }
  if (article) return printArticle(false);
  console.log(
    `min and median of ${rounds} runs, ratio of the minima, one thread unless stated otherwise, Node ${process.versions.node}\n\n${tableHead}`,
  );
  const all: Measured[] = [];
  const add = (measured: Measured): void => {
    all.push(measured);
    print(measured);
    // After each, so that a cancelled run keeps its rows.
    if (json !== null)
      writeFileSync(
        json,
        `${JSON.stringify(
          all.map((one) => ('failed' in one ? one.failed : 'skipped' in one ? one.skipped : one.row)),
          null,
          2,
        )}\n`,
      );
  };
  for (const name of meshes) await runBench(name, () => readBenchMesh(corpusFolder, name), wanted, rounds, add);
  const rows = all.flatMap((one) => ('row' in one && one.disagreement === null ? [one.row] : []));
  const skipped = all.filter((one) => 'skipped' in one).length;
  if (rows.length + skipped < all.length) return 1;
  if (record) {
    recordRows(rows);
    await printArticle(true);
    console.log(`\nrecorded in ${historyFile} and ${articleFile}`);
  }
  return 0;
}

/** Prints the comparison of ABB-2010 on the smaller mesh as bars. */
async function printArticle(record: boolean): Promise<number> {
  const { mesh } = await readBenchMesh(corpusFolder, '69k');
  const rows = measureArticle(mesh);
  console.log(`\n${articleBars(rows)}`);
  if (record) recordArticle(rows);
  return 0;
}

function writeManual(): number {
  const file = join(projectFolder, 'resources/manual/benchmarks.md');
  try {
    writeFileSync(
      file,
      withTables(readFileSync(file, 'utf8'), benchTables(readFileSync(historyFile, 'utf8'), readFileSync(articleFile, 'utf8'))),
    );
  } catch (thrown) {
    console.error(
      `The manual is unchanged: ${thrown instanceof Error ? thrown.message : String(thrown)}\nRun npm run bench -- --record first.`,
    );
    return 2;
  }
  console.log(`${file} has the tables of the newest record`);
  return 0;
}

function print(measured: Measured): void {
  if ('skipped' in measured) return console.error(skippedLine(measured.skipped));
  if ('failed' in measured) return console.error(failedLine(measured.failed));
  const { row, disagreement, note } = measured;
  console.log(tableLine(row));
  if (note !== null) console.log(`${' '.repeat(21)}${note}`);
  if (disagreement !== null) console.error(`${row.task} ${row.mesh}: the results of the rival differ: ${disagreement}`);
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
