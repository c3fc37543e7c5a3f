import process from 'node:process';
import { parseArgs } from 'node:util';

import { clientOf } from './client.mjs';
import { SHARED } from './common.mjs';
import { COUPONS } from './coupons.mjs';
import { EXIT, Fault, usageFault } from './faults.mjs';
import { actHelp, generalHelp } from './help.mjs';
import { ORDERS } from './orders.mjs';
import { harmless, line, red, write } from './output.mjs';
import { PAGES } from './pages.mjs';
import { refuseKeysIn, shopKey, shopUrl } from './settings.mjs';

const ACTS = [...PAGES, ...ORDERS, ...COUPONS];

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
      `tillwright ${found.name} --help`,
    );
  const url = shopUrl(values.url);
  const key = await shopKey(values['key-file'], warn);
  const client = clientOf({
    url,
    key,
    warn,
    idempotencyKey: values['idempotency-key'],
    mayRepeat: 'idempotency-key' in found.options,
  });
  return found.run({ client, options: values, args });
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
      ? `${subject} does what? ${known.map(({ name }) => name.split(' ')[1]).join(', ')}.`
      : `There is no “tillwright ${argv.slice(0, 2).join(' ')}”.`,
    'tillwright --help',
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
    throw usageFault(error.message.split('. ')[0] + '.', `tillwright ${name} --help`);
  }
}
