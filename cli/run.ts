import process from 'node:process';
import { parseArgs } from 'node:util';

import { createTillwright } from '../packages/sdk/src/client.ts';
import { type Command, type Connection, type OptionValues, type Output, SHARED_OPTIONS } from './command.ts';
import { COMMANDS } from './commands.ts';
import { listCandidates } from './completion.ts';
import { EXIT, usageFault } from './errors.ts';
import { renderCommandHelp, renderGroupHelp, renderHelp } from './help.ts';
import { toJsonText, toPlainText, write, writeJsonLines, writeJsonList, writeLine, writeTable } from './output.ts';
import { assertNoKeyIn, findProfile } from './profiles.ts';
import { reportError, warn } from './report-error.ts';
import { findSimilar } from './suggest.ts';
import { USER_AGENT, VERSION } from './version.ts';

/** Runs a command; returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes('--no-color')) process.env.NO_COLOR = '1';
  try {
    await runCommand(argv);
    return EXIT.done;
  } catch (error) {
    return reportError(error, argv.includes('--json') || argv.includes('--ndjson'));
  }
}

async function runCommand(argv: readonly string[]): Promise<void> {
  if (argv[0] === '__complete') return write(`${listCandidates(COMMANDS, argv.slice(1)).join('\n')}\n`);
  if (argv[0] === '--version') return writeLine(`tillwright ${VERSION}`);
  assertNoKeyIn(argv);
  const words = listWords(argv);
  const command = findCommand(words);
  if (!command) return showOverview(argv, words);
  const { options, args } = parseArguments(command, argv);
  if (options.help) return write(renderCommandHelp(command));
  assertArguments(command, args);
  const output = await command.run({ args, options, connect: () => connect(options) });
  if (output && !options.quiet) await print(output, options);
}

/** The words that are neither options nor their values, so that options may come first. */
function listWords(argv: readonly string[]): string[] {
  const withValue = new Set<string>();
  for (const options of [SHARED_OPTIONS, ...COMMANDS.map((command) => command.options)])
    for (const [name, { value, short }] of Object.entries(options))
      if (value !== null) [`--${name}`, ...(short ? [`-${short}`] : [])].forEach((option) => withValue.add(option));
  return argv.filter((word, index) => !word.startsWith('-') && !withValue.has(argv[index - 1] ?? ''));
}

/** Finds the command with the longest name that the words start with. */
const findCommand = (words: readonly string[]): Command | undefined =>
  COMMANDS.filter(({ name }) => `${words.join(' ')} `.startsWith(`${name} `)).toSorted(
    (one, other) => other.name.length - one.name.length,
  )[0];

function parseArguments(command: Command, argv: readonly string[]): { options: OptionValues; args: string[] } {
  const known = Object.entries({ ...command.options, ...SHARED_OPTIONS }).map(
    ([name, { value, short, isRepeated }]) => [
      name,
      { type: value === null ? 'boolean' : 'string', ...(short && { short }), ...(isRepeated && { multiple: true }) },
    ],
  );
  const args = argv.map((word) => word.replace(/^--([\w-]+)=false$/, '--no-$1').replace(/^(--[\w-]+)=true$/, '$1'));
  try {
    const options = Object.fromEntries(known) as NonNullable<Parameters<typeof parseArgs>[0]>['options'];
    const parsed = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
    return { options: parsed.values as OptionValues, args: parsed.positionals.slice(command.name.split(' ').length) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw usageFault(`${message}.`, `For help, run: tillwright ${command.name} --help`);
  }
}

function assertArguments({ name, args: expected }: Command, args: readonly string[]): void {
  const required = expected.filter((arg) => !arg.startsWith('['));
  if (args.length >= required.length && args.length <= expected.length) return;
  throw usageFault(
    expected.length === 0 ? `${name} takes no arguments.` : `${name} takes ${expected.join(' ')}.`,
    `For help, run: tillwright ${name} --help`,
  );
}

async function connect(options: OptionValues): Promise<Connection> {
  const { url, key } = await findProfile(options, warn);
  const onRetry = ({ reason, waitMs }: { reason: string; waitMs: number }) =>
    warn(`The server returned an unexpected response (${reason}). Retrying in ${waitMs / 1000} s.`);
  return { url, key, client: createTillwright({ url, key, userAgent: USER_AGENT, onRetry }) };
}

async function print(output: Output, { json: isJson, ndjson: isNdjson }: OptionValues): Promise<void> {
  if ('rows' in output) {
    if (isNdjson) return writeJsonLines(output.rows);
    return isJson ? writeJsonList(output.rows) : writeTable(output.columns, output.rows);
  }
  if (isJson || isNdjson) return writeLine(toJsonText(output.value, isNdjson ? 0 : 2));
  return writeLine(output.text ?? toPlainText(output.value));
}

/** Shows help when requested; otherwise reports what was wrong. */
function showOverview(argv: readonly string[], words: readonly string[]): Promise<void> {
  const nouns = words.filter((word) => word !== 'help');
  const related = COMMANDS.filter(({ name }) => `${name} `.startsWith(`${nouns.join(' ')} `));
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
  if (wantsHelp) return write(nouns.length > 0 && related.length > 0 ? renderGroupHelp(related) : renderHelp(COMMANDS));
  const typed = words.join(' ');
  if (related.length > 0)
    throw usageFault(`${typed} is not a complete command. Use one of: ${related.map(({ name }) => name).join(', ')}.`);
  const similar = findSimilar(
    COMMANDS.map(({ name }) => name),
    typed,
  );
  throw usageFault(
    `Unknown command: tillwright ${typed}`,
    ...(similar ? [`Did you mean: tillwright ${similar}`] : []),
    'For help, run: tillwright --help',
  );
}
