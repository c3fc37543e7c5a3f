// Runs the benchmarks one after the other and ends with one table: `npm run bench`. `npm run bench -- page orders` or
// `--only page` selects some of them, `--quick` shortens the runs, `--write-docs` writes the results into the table of
// docs/performance.md, which keeps those of other benchmarks. Other options go to the scripts. Ends with 1 when a limit is
// missed or a benchmark fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import path from 'node:path';

import { formatFigure, type BenchResult } from '../lib/harness.ts';

/** `quick`: the options of a short run. Scripts that need a folder or the network run only when they are named. */
type Benchmark = { script: string; quick?: string; onlyByName?: boolean };

const BENCHMARKS: Record<string, Benchmark> = {
  page: { script: 'checkout-page', quick: '--rows 20000 --seconds 1 --rounds 3' },
  domain: { script: 'custom-domain-pages', quick: '--seconds 1 --rounds 3' },
  checkout: { script: 'checkout-session', quick: '--rounds 2 --requests 100' },
  webhooks: { script: 'webhook-throughput', quick: '--stories 1000' },
  orders: { script: 'order-queries', quick: '--orders 50000 --calls 5' },
  analytics: { script: 'analytics-queries', quick: '--events 500000 --orders 50000' },
  status: { script: 'subscription-status', quick: '--rows 50000 --rounds 2 --calls 100' },
  views: { script: 'page-view-cost', quick: '--views 3000 --rounds 2' },
  download: { script: 'download-beside-pages', quick: '--megabytes 200 --seconds 3 --rounds 2' },
  social: { script: 'social-images', quick: '--pages 10' },
  scale: { script: 'scale', quick: '--rows 50000 --rounds 2' },
  builder: { script: 'builder-typing', quick: '--runs 1' },
  start: { script: 'start', quick: '--idle 10 --starts 1 --skip-clone' },
  lighthouse: { script: 'lighthouse', quick: '--runs 1' },
  nextjs: { script: 'nextjs/compare', quick: '--seconds 1 --rounds 3', onlyByName: true },
  filmstrip: { script: 'filmstrip', onlyByName: true },
};

const DOCUMENT = 'docs/performance.md';

type Choice = { names: string[]; isQuick: boolean; writesDocs: boolean; rest: string[] };

function readChoice(args: readonly string[]): Choice {
  const own = new Set(['--quick', '--write-docs', '--only']);
  const isName = (arg: string) => Object.hasOwn(BENCHMARKS, arg);
  const named = args.filter(isName);
  const unnamed = Object.keys(BENCHMARKS).filter((name) => !BENCHMARKS[name]?.onlyByName);
  if (named.length === 0 && args.includes('--only'))
    throw new Error(`Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`);
  return {
    names: named.length > 0 ? named : unnamed,
    isQuick: args.includes('--quick'),
    writesDocs: args.includes('--write-docs'),
    rest: args.filter((arg) => !own.has(arg) && !isName(arg)),
  };
}

/** Runs a benchmark and returns its results; a failed one without a missed limit is a result, too. */
async function runBenchmark(name: string, args: readonly string[], folder: string): Promise<BenchResult[]> {
  const file = path.join(folder, name);
  const script = path.join(import.meta.dirname, `${BENCHMARKS[name]?.script}.ts`);
  const child = spawn(process.execPath, [script, ...args], {
    stdio: 'inherit',
    env: { ...process.env, BENCH_RESULTS: file },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  const results = lines.map((line) => JSON.parse(line) as BenchResult);
  const failed = code !== 0 && results.every(({ ok }) => ok);
  const failure: BenchResult = {
    name: 'ended with an error',
    reference: null,
    figure: code ?? -1,
    unit: '',
    ratio: null,
    bound: 'at most',
    limit: 0,
    ok: false,
  };
  return (failed ? [...results, failure] : results).map((result) => ({ ...result, name: `${name}: ${result.name}` }));
}

const COLUMNS = ['name', 'reference', 'figure', 'ratio', 'limit', 'ok'];

const withUnit = (value: number, unit: string): string => `${formatFigure(value)}${unit && ` ${unit}`}`;

const toCells = ({ name, reference, figure, unit, ratio, bound, limit, ok }: BenchResult): string[] => [
  name,
  reference === null ? '' : withUnit(reference, unit),
  withUnit(figure, unit),
  ratio === null ? '' : formatFigure(ratio),
  `${bound} ${ratio === null ? withUnit(limit, unit) : limit}`,
  ok ? 'ok' : 'SHORT',
];

function formatTable(rows: readonly string[][]): string {
  const all = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

const TABLE = /<!-- results -->[^]*<!-- end of results -->/;

const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The rows of a benchmark in the document. */
const findRows = (document: string, name: string): string[] =>
  (TABLE.exec(document)?.[0] ?? '').split('\n').filter((line) => line.startsWith(`| ${name}: `));

/** Writes results into the table of `docs/performance.md`, which is between two HTML comments. */
function writeDocument(names: readonly string[], rows: readonly string[][], isQuick: boolean): void {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memoryGb} GB, Linux ${release()}`;
  const load = loadavg().map((value) => value.toFixed(1));
  const date = `${new Date().toISOString().slice(0, 10)}${isQuick ? ', short run' : ''}`;
  const heading = [
    `The last run: Node ${process.versions.node}, ${machine}.`,
    `Load average at the end: ${load.join(', ')} (1, 5 and 15 minutes; the benchmarks themselves cause about 2).`,
  ].join('\n');
  const columns = [...COLUMNS, 'date'];
  const text = readFileSync(DOCUMENT, 'utf8');
  const all = Object.keys(BENCHMARKS).flatMap((name) =>
    names.includes(name)
      ? rows.filter(([title]) => title?.startsWith(`${name}: `)).map((row) => formatRow([...row, date]))
      : findRows(text, name),
  );
  const table = [formatRow(columns), formatRow(columns.map(() => '---')), ...all].join('\n');
  writeFileSync(
    DOCUMENT,
    text.replace(TABLE, () => `<!-- results -->\n\n${heading}\n\n${table}\n\n<!-- end of results -->`),
  );
}

const { names, isQuick, writesDocs, rest } = readChoice(process.argv.slice(2));
const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-bench-'));
const results: BenchResult[] = [];
for (const name of names) {
  console.log(`\n== ${name}`);
  const quick = isQuick ? (BENCHMARKS[name]?.quick?.split(' ') ?? []) : [];
  results.push(...(await runBenchmark(name, [...quick, ...rest], folder)));
}
rmSync(folder, { recursive: true, force: true });
const rows = results.map(toCells);
console.log(`\n${formatTable(rows)}`);
if (writesDocs) writeDocument(names, rows, isQuick);
const short = results.filter(({ ok }) => !ok);
console.log(short.length === 0 ? '\nAll limits are kept' : `\n${short.length} limits are missed`);
process.exit(short.length === 0 ? 0 : 1);
