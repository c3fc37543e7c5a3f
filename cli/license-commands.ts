import { MAX_KEYS_PER_IMPORT } from '../domain/deliverable.ts';
import { countKeyLines, findWrongLines, parseKeyLines, sendKeyLines } from '../domain/license-key-list.ts';
import { type Call, type Command, getRequired, type Output } from './command.ts';
import { usageFault } from './errors.ts';
import { readTextInput } from './option-values.ts';

const MAX_SHOWN_LINES = 10;

const describeLines = (lines: readonly number[]): string => {
  const shown = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_SHOWN_LINES).join(', ')}`;
  return lines.length > MAX_SHOWN_LINES ? `${shown}, and ${lines.length - MAX_SHOWN_LINES} more` : shown;
};

async function readKeyLines(file: string): Promise<string[]> {
  const lines = parseKeyLines(await readTextInput(file));
  const count = countKeyLines(lines);
  if (count === 0) throw usageFault(`${file} has no license keys.`);
  if (count > MAX_KEYS_PER_IMPORT)
    throw usageFault(`${file} has ${count} license keys. Add up to ${MAX_KEYS_PER_IMPORT} at a time.`);
  const wrongLines = findWrongLines(lines);
  if (wrongLines.length > 0) throw usageFault(`Too short or too long for a license key: ${describeLines(wrongLines)}.`);
  return lines;
}

async function importKeys({ args: [file = ''], options, connect }: Call): Promise<Output> {
  const deliverable = getRequired(options, 'deliverable');
  const lines = await readKeyLines(file);
  const { client } = await connect();
  const path = `/deliverables/${encodeURIComponent(deliverable)}/license-keys`;
  const value = await sendKeyLines(lines, (keys) => client.request('POST', path, { body: { keys } }));
  const { added, duplicates } = value;
  const skipped = duplicates.length > 0 ? `\nSkipped as duplicates: ${describeLines(duplicates)}` : '';
  return { value, text: `Added ${added} of ${countKeyLines(lines)} license keys${skipped}` };
}

async function showKey({ args: [id = ''], connect }: Call): Promise<Output> {
  const { client } = await connect();
  const value = await client.request<{ key: string }>('GET', `/licenses/${encodeURIComponent(id)}/key`);
  return { value, text: value.key };
}

/** Commands about license keys, which use the file system or print a key alone. */
export const LICENSE_COMMANDS: readonly Command[] = [
  {
    name: 'licenses import',
    summary: 'Add license keys from a file to a list; use - for standard input',
    details:
      'The file has one key per line, or is a CSV file with the keys in its first column. Keys that were added before are skipped.',
    args: ['FILE'],
    options: { deliverable: { value: 'ID', description: 'Deliverable that the keys are for (required)' } },
    examples: ['tillwright licenses import keys.csv --deliverable DELIVERABLE_ID'],
    run: importKeys,
  },
  {
    name: 'licenses show',
    summary: 'Print a full license key',
    details: 'Each use is recorded in the server’s audit log. Your API key needs the scope `orders:write`.',
    args: ['LICENSE_ID'],
    options: {},
    examples: ['tillwright licenses show LICENSE_ID', 'tillwright licenses show LICENSE_ID --json'],
    run: showKey,
  },
];
