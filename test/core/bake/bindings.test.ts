import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as boxwood from '#core/index';
import { expect, test } from 'vitest';
import { knot } from '../../fixtures/shapes.ts';
import { productFolder, temporaryFolder } from '../../main/product.ts';

/** The blocks of the page on bakes: each is indented by eight blanks, below the line that names its language. */
const page = readFileSync(join(productFolder, 'resources/manual/bakes.md'), 'utf8');

function blockAfter(line: RegExp): string {
  const lines = page.split('\n');
  const start = lines.findIndex((text) => line.test(text)) + 2;
  const end = lines.findIndex((text, i) => i >= start && text !== '' && !text.startsWith('        '));
  expect(start).toBeGreaterThan(2);
  return lines
    .slice(start, end)
    .map((text) => text.slice(8))
    .join('\n');
}

const folder = temporaryFolder();
const has = (...command: readonly [string, ...string[]]): boolean => spawnSync(command[0], command.slice(1)).status === 0;
const hasC = has('cc', '--version');
const isRequired = process.env['REQUIRE_BINDINGS'] === '1';
const languages = {
  'C#': { isThere: hasC && has('mcs', '--version') && has('mono', '--version'), install: 'mono-mcs and mono-runtime' },
  Rust: { isThere: hasC && has('rustc', '--version'), install: 'rustc' },
} as const;
for (const [name, { isThere, install }] of Object.entries(languages))
  if (!isThere) console.warn(`SKIPPED the ${name} of the manual: install a C compiler and ${install}`);

/** Above a knot whose tube runs between radii of about 1 and 3. */
const origins = Array.from({ length: 50 }, (_, i) => [(1 + i / 25) * Math.sin(i), (1 + i / 25) * Math.cos(i), 9] as const);

/** Writes a bake, and the shared library by the commands of the page. Returns what a program has to print: triangle and distance of each ray. */
function prepare(): readonly string[] {
  const mesh = knot(2, 3, 48, 8);
  const tree = boxwood.buildTree(mesh);
  writeFileSync(join(folder, 'mesh.boxwood'), boxwood.bake(mesh, 'boxwood', { trees: [tree] }).bytes);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  if (!has('test', '-e', join(folder, 'resources/c'))) symlinkSync(join(productFolder, 'resources/c'), join(folder, 'resources/c'));
  const built = spawnSync('sh', ['-e', '-c', blockAfter(/^For other languages, build a shared library/)], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stderr: built.stderr, status: built.status }).toEqual({ stderr: '', status: 0 });
  return origins.map((origin) => {
    const [hit] = boxwood.raycast(tree, mesh, { origin, direction: [0, 0, -1] }).hits;
    return hit === undefined ? 'none' : `${hit.triangle} ${hit.distance.toFixed(9)}`;
  });
}

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LD_LIBRARY_PATH: folder, DYLD_LIBRARY_PATH: folder },
  });
  expect({ command, stderr: stderr.replace(/^warning[^]*$/m, ''), status }).toEqual({ command, stderr: '', status: 0 });
  return stdout;
}

test.each(['C#', 'Rust'] as const)('a compiler of %s is there where it is required', (name) => {
  expect(languages[name].isThere || !isRequired).toBe(true);
});

test.skipIf(!languages['C#'].isThere)('the C# of the manual compiles, and finds the hits of the library', () => {
  const wanted = prepare();
  expect(wanted.filter((line) => line !== 'none').length).toBeGreaterThan(10);
  const code = `using System; using System.Globalization; using System.IO; using System.Runtime.InteropServices;
static class Program {
${blockAfter(/^C#, with the bytes in memory/)}
  static void Main() {
    byte[] bytes = File.ReadAllBytes("mesh.boxwood");
    long at = (Marshal.AllocHGlobal(bytes.Length + 16).ToInt64() + 15) / 16 * 16;
    Marshal.Copy(bytes, 0, new IntPtr(at), bytes.Length);
    BoxwoodFile file;
    if (boxwood_open(new IntPtr(at), (UIntPtr)bytes.Length, out file) != 0) throw new Exception("not opened");
    double[][] origins = { ${origins.map((origin) => `new double[] { ${origin.join(', ')} }`).join(', ')} };
    foreach (double[] origin in origins) {
      BoxwoodHit hit;
      int found = boxwood_ray(ref file, origin, new double[] { 0, 0, -1 }, double.PositiveInfinity, out hit);
      Console.WriteLine(found == 0 ? "none" : string.Format(CultureInfo.InvariantCulture, "{0} {1:F9}", hit.Triangle, hit.Distance));
    }
  }
}
`;
  writeFileSync(join(folder, 'Program.cs'), code);
  process.stdout.write(`${run('mcs', ['--version']).trim()}\n`);
  run('mcs', ['-out:program.exe', 'Program.cs']);
  expect(run('mono', ['program.exe']).trim().split('\n')).toEqual(wanted);
});

test.skipIf(!languages.Rust.isThere)('the Rust of the manual compiles, and finds the hits of the library', () => {
  const wanted = prepare();
  const code = `${blockAfter(/^Rust, with a build script/)}
#[repr(align(16))]
#[derive(Clone, Copy)]
struct Block([u8; 16]);

fn main() {
    let bytes = std::fs::read("mesh.boxwood").unwrap();
    let mut blocks = vec![Block([0; 16]); (bytes.len() + 15) / 16];
    let origins: [[f64; 3]; ${origins.length}] = [${origins.map((origin) => `[${origin.map((value) => `${value}f64`).join(', ')}]`).join(', ')}];
    unsafe {
        let data = blocks.as_mut_ptr() as *mut u8;
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len());
        let mut file: BoxwoodFile = std::mem::zeroed();
        assert_eq!(boxwood_open(data, bytes.len(), &mut file), 0);
        for origin in &origins {
            let mut hit: BoxwoodHit = std::mem::zeroed();
            let down = [0f64, 0.0, -1.0];
            if boxwood_ray(&file, origin.as_ptr(), down.as_ptr(), f64::INFINITY, &mut hit) == 0 { println!("none"); }
            else { println!("{} {:.9}", hit.triangle, hit.distance); }
        }
    }
}
`;
  writeFileSync(join(folder, 'program.rs'), code);
  process.stdout.write(`${run('rustc', ['--version']).trim()}\n`);
  run('rustc', ['--edition', '2021', '-A', 'warnings', '-L', folder, '-l', 'dylib=boxwood', 'program.rs', '-o', 'program']);
  expect(run(join(folder, 'program'), []).trim().split('\n')).toEqual(wanted);
});
