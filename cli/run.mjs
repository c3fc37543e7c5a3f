import process from 'node:process';
import { parseArgs } from 'node:util';

import { clientOf } from './client.mjs';
import { COUPONS } from './coupons.mjs';
import { CUSTOMERS } from './customers.mjs';
import { EXIT, Fault, usageFault } from './errors.mjs';
import { SHARED } from './options.mjs';
import { ORDERS } from './orders.mjs';
import { bold, harmless, line, print, red, write } from './output.mjs';
import { PAGES } from './pages.mjs';
import { refuseKeysIn, shopKey, shopUrl } from './settings.mjs';

const usageOf = ({ name, args }) => ['tillwright', name, ...args].join(' ');

/** Formats pairs in two columns. */
function laidOut(pairs) {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

const optionPairs = (options) =>
  Object.entries(options).map(([name, [value, does, letter]]) => [
    `${letter ? `-${letter}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);

const actHelp = (act) => `${act.does}

${bold('Usage')}
  ${usageOf(act)} [options]

${bold('Options')}
${laidOut(optionPairs({ ...act.options, ...SHARED }))}
`;

/** Help for all commands, or for those of one subject. */
const generalHelp = (acts) => `Manage your checkout pages from the command line

${bold('Usage')}
${laidOut(acts.map((act) => [usageOf(act), act.does]))}

${bold('Options for all commands')}
${laidOut(optionPairs(SHARED))}
  For the options of a command, run for example: tillwright pages list --help

${bold('API key')}
  Create one on the Integrations screen. Set it in TILLWRIGHT_KEY, or store it in a file that only you can
  read. It cannot be passed as an argument.

${bold('Exit codes')}
  0 success · 1 request rejected · 2 invalid usage · 3 site unreachable
`;

const ACTS = [...PAGES, ...ORDERS, ...CUSTOMERS, ...COUPONS];

const warn = (text) => void process.stderr.write(`${harmless(text)}\n`);

/** Runs a command; returns the exit code. */
export async function run(argv) {
  try {
    await act(argv);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    process.stderr.write(`${red(harmless(error.message))}\n`);
    for (const hint of error.hints) warn(hint);
    return error.exit;
  }
}

async function act(argv) {
  refuseKeysIn(argv);
  const named = argv.filter((arg) => !arg.startsWith('-')).slice(0, 2);
  const found = ACTS.find(({ name }) => name === named.join(' '));
  if (!found) return overview(argv, named);
  const { values, args } = read(found, argv);
  if (values.help) return write(actHelp(found));
  if (args.length !== found.args.length)
    throw usageFault(
      found.args.length === 0 ? `${found.name} takes no arguments.` : `${found.name} takes ${found.args.join(' ')}.`,
      `For help, run: tillwright ${found.name} --help`,
    );
  const url = shopUrl(values.url);
  const client = clientOf({
    url,
    key: await shopKey(values['key-file'], warn),
    warn,
    idempotencyKey: values['idempotency-key'],
    mayRepeat: 'idempotency-key' in found.options,
  });
  const result = await found.run({ client, options: values, args });
  if (result) await print(result, values.json);
}

/** Shows help when requested; otherwise reports what was wrong with the call. */
function overview(argv, [subject]) {
  const known = ACTS.filter(({ name }) => name.startsWith(`${subject} `));
  const acts = known.length > 0 ? known : ACTS;
  const wantsHelp = argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
  if (wantsHelp) return write(generalHelp(acts));
  if (argv[0] === '--version') return line('tillwright, for /api/v1');
  throw usageFault(
    known.length > 0
      ? `Unknown or missing command for ${subject}. Use one of: ${known.map(({ name }) => name.split(' ')[1]).join(', ')}.`
      : `Unknown command: tillwright ${argv.slice(0, 2).join(' ')}`,
    'For help, run: tillwright --help',
  );
}

function read({ name, options }, argv) {
  const wanted = Object.entries({ ...options, ...SHARED }).map(([option, [value, , letter]]) => [
    option,
    { type: value ? 'string' : 'boolean', ...(letter ? { short: letter } : {}) },
  ]);
  try {
    const parsed = parseArgs({
      args: argv,
      options: { ...Object.fromEntries(wanted), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { values: parsed.values, args: parsed.positionals.slice(2) };
  } catch (error) {
    throw usageFault(error.message.split('. ')[0] + '.', `For help, run: tillwright ${name} --help`);
  }
}
