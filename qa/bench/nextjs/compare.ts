// The checkout page beside the same page in a default Next.js application: `npm run bench -- nextjs`. Translates the demo
// page into React components, installs Next.js into a temporary folder (which needs the package registry), builds it, and
// compares requests per second, processor time and the bytes of a first visit. Both servers run on one core, the load
// comes from the other. `--seconds 1 --rounds 3` shorten the run.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { findFreePort } from '../../../e2e/support/app-process.ts';
import { findChromium } from '../../../e2e/support/find-chromium.ts';
import { readOptions, reportRatio, runAndExit, sum } from '../../lib/harness.ts';
import { measureLoad, startAppOnCore, startOnCore, type PinnedProcess } from '../../lib/pinned-processes.ts';
import { toReact } from './to-react.ts';

const { seconds, rounds: ROUNDS } = readOptions({ seconds: 2, rounds: 5 });
const PAGE = '/c/demo';
const ASSET = /(?:src|srcset|href)="(\/[^"]+)"|url\(["']?(\/[^"')]+)["']?\)/g;

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

const listAssets = (text: string): string[] =>
  [...text.matchAll(ASSET)]
    .flatMap(([, attribute, url]) => (attribute ?? url ?? '').split(/,\s*/))
    .map((asset) => asset.trim().split(' ')[0] ?? '');

/** Writes the page, its styles, pictures and fonts into the Next.js application. */
async function writePage(app: PinnedProcess, folder: string): Promise<void> {
  const html = await fetchText(app.url + PAGE);
  const { page, form } = toReact(html);
  await writeFile(path.join(folder, 'app/c/demo/page-content.js'), page);
  await writeFile(path.join(folder, 'app/c/demo/checkout-form.js'), form);
  const stylesheets = [...html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
  const inline = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css);
  const css = [...(await Promise.all(stylesheets.map((href) => fetchText(app.url + href)))), ...inline].join('\n');
  await writeFile(path.join(folder, 'app/globals.css'), css);
  const files = new Set(
    [...listAssets(css), ...listAssets(html)].filter((url) => /\.(woff2|webp|png|svg|ico)$/.test(url)),
  );
  for (const file of files) {
    const target = path.join(folder, 'public', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(await (await fetch(app.url + file)).arrayBuffer()));
  }
}

async function startNextjs(app: PinnedProcess, folder: string): Promise<PinnedProcess> {
  await cp(path.join(import.meta.dirname, 'template'), folder, { recursive: true });
  await writePage(app, folder);
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  const next = path.join(folder, 'node_modules/next/dist/bin/next');
  run(process.execPath, [next, 'build'], folder);
  const port = await findFreePort();
  const server = await startOnCore(0, [next, 'start', folder, '-p', String(port)], 'Ready in ', {
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  return { ...server, url: `http://127.0.0.1:${port}` };
}

type FirstVisit = { html: number; css: number; script: number; requests: number };

/** The transferred bytes of a first visit. */
async function visit(url: string): Promise<FirstVisit> {
  await using browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize: bytes }) => ({ type: request.resourceType(), bytes })));
  });
  await page.goto(url + PAGE, { waitUntil: 'networkidle' });
  const all = await Promise.all(sizes);
  const bytesOf = (type: string) => sum(all.filter((one) => one.type === type).map(({ bytes }) => bytes)) / 1000;
  return { html: bytesOf('document'), css: bytesOf('stylesheet'), script: bytesOf('script'), requests: all.length };
}

await runAndExit(async () => {
  await using app = await startAppOnCore('server.ts');
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'tillwright-nextjs-'));
  await using nextjs = await startNextjs(app, folder.path);
  const load = { paths: [PAGE], headers: { 'accept-encoding': 'br, gzip' }, connections: 32, seconds };
  type Measured = Awaited<ReturnType<typeof measureLoad>>;
  const rounds: { ours: Measured; theirs: Measured }[] = [];
  // The first round of each is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { ours: await measureLoad(app, load), theirs: await measureLoad(nextjs, load) };
    if (round > 0) rounds.push(measured);
  }
  const of = (which: 'ours' | 'theirs', key: keyof Measured) => rounds.map((round) => round[which][key]);
  const [ours, theirs] = [await visit(app.url), await visit(nextjs.url)];
  reportRatio('requests / Next.js', of('ours', 'perSecond'), of('theirs', 'perSecond'), { unit: '/s', atLeast: 1 });
  reportRatio('processor time / Next.js', of('ours', 'microseconds'), of('theirs', 'microseconds'), {
    unit: 'µs',
    atMost: 1,
  });
  for (const what of ['html', 'css', 'script'] as const)
    reportRatio(`first visit, ${what} / Next.js`, [ours[what]], [theirs[what]], { unit: 'kB', atMost: 1 });
  reportRatio('first visit, requests / Next.js', [ours.requests], [theirs.requests], { unit: 'requests', atMost: 1 });
});
