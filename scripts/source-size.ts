import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Source lines and files of all areas together on 2026-11-22, before the mechanisms were reduced. */
const BASE = { lines: 111_000, files: 1673 };
const TARGET = { lines: Math.round(BASE.lines * 0.85), files: 1115 };

const COMMANDS = /^(cli|server\/ops\/commands)\//;
const AREAS: Record<string, (file: string) => boolean> = {
  app: (file) => file.startsWith('app/'),
  server: (file) => file.startsWith('server/') && !COMMANDS.test(file),
  domain: (file) => file.startsWith('domain/'),
  sandbox: (file) => file.startsWith('sandbox/'),
  'commands and cli': (file) => COMMANDS.test(file),
};

type Size = { lines: number; files: number };

const addSizes = (sizes: readonly Size[]): Size => ({
  lines: sizes.reduce((total, { lines }) => total + lines, 0),
  files: sizes.reduce((total, { files }) => total + files, 0),
});

/** A table of the source lines and files of each area, without tests, beside the base and the target. */
export function formatSourceSizes(): string {
  const tracked = execFileSync('git', ['ls-files', 'app', 'server', 'domain', 'sandbox', 'cli'], { encoding: 'utf8' });
  const sources = tracked
    .split('\n')
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|spec)\.|\/testing\//.test(file));
  const rows = Object.entries(AREAS).map(([area, isInArea]): [string, Size] => {
    const files = sources.filter(isInArea);
    const sizes = files.map((file) => ({ lines: readFileSync(file, 'utf8').split('\n').length - 1, files: 1 }));
    return [area, addSizes(sizes)];
  });
  const all = addSizes(rows.map(([, size]) => size));
  const percent = (value: number, base: number) => `${(100 * (value / base - 1)).toFixed(1)} %`;
  const line = (name: string, ...cells: string[]) =>
    `  ${name.padEnd(20)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const format = ({ lines, files }: Size) => [lines.toLocaleString('en-US'), files.toLocaleString('en-US')];
  return [
    line('Source without tests', 'lines', 'files'),
    ...rows.map(([area, size]) => line(area, ...format(size))),
    line('all', ...format(all)),
    line('base', ...format(BASE)),
    line('target', ...format(TARGET)),
    line('change since base', percent(all.lines, BASE.lines), percent(all.files, BASE.files)),
  ].join('\n');
}
