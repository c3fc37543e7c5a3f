import { randomUUID } from 'node:crypto';

import {
  type Call,
  type Command,
  getRequired,
  getText,
  type Options,
  type OptionValues,
  type Output,
  WRITE_OPTIONS,
} from './command.ts';
import { usageFault } from './errors.ts';
import { saveFile } from './files.ts';
import { parseNumber } from './option-values.ts';
import { warn } from './report-error.ts';

type NewCodes = { codes: string[] };

/** What the new coupon takes off, as the API names it; null if there is no new coupon. */
function parseDiscount(options: OptionValues): object | null {
  const percentOff = getText(options, 'percent-off');
  const amountOff = getText(options, 'amount-off');
  if (percentOff !== undefined && amountOff !== undefined)
    throw usageFault('Use either --percent-off or --amount-off, not both.');
  if (percentOff !== undefined) return { percentOff: parseNumber(percentOff, 'percent-off') };
  return amountOff === undefined ? null : { amountOff: parseNumber(amountOff, 'amount-off') };
}

async function createBatch({ options, connect }: Call): Promise<Output> {
  const page = getRequired(options, 'page');
  const code = getRequired(options, 'code');
  const count = parseNumber(getRequired(options, 'count'), 'count');
  const discount = parseDiscount(options);
  const key = getText(options, 'idempotency-key') ?? randomUUID();
  const codesKey = discount ? `${key}-codes` : key;
  const { client } = await connect();
  const path = `/pages/${encodeURIComponent(page)}`;
  if (discount)
    await client.request('POST', `${path}/coupons`, {
      body: { code, ...discount, batch: true },
      idempotencyKey: key,
    });
  const codesPath = `${path}/coupon-batches/${encodeURIComponent(code)}/codes`;
  const request = { body: { count }, idempotencyKey: codesKey };
  const value = await client.request<NewCodes>('POST', codesPath, request).catch((error: unknown) => {
    // Keeps the user from creating the coupon or the codes twice by trying again.
    const command = `coupons batch --page ${page} --code ${code} --count ${count} --idempotency-key ${codesKey}`;
    if (discount) warn(`The coupon was created, but not its codes. To create them, run: tillwright ${command}`);
    throw error;
  });
  const text = value.codes.join('\n');
  const file = getText(options, 'output');
  return file ? { value: { file: await saveFile(file, `${text}\n`) }, text: `Saved to ${file}` } : { value, text };
}

const BATCH_OPTIONS: Options = {
  page: { value: 'ID', description: 'Page of the coupon (required)' },
  code: { value: 'TEXT', description: 'Code of the coupon, which its single-use codes start with (required)' },
  count: { value: 'NUMBER', description: 'Number of codes to create, up to 5,000 (required)' },
  'percent-off': { value: 'NUMBER', description: 'Create the coupon first, with this percentage' },
  'amount-off': { value: 'NUMBER', description: 'Create the coupon first, with this amount in minor units' },
  output: { value: 'FILE', description: 'File to write, one code per line (default: standard output)', short: 'o' },
};

/** Commands about coupons, which use several operations or the file system. */
export const COUPON_COMMANDS: readonly Command[] = [
  {
    name: 'coupons batch',
    summary: 'Create single-use codes',
    details:
      'The codes belong to a coupon with `batch`, which sets their discount. To list or export them with their states, use `pages coupon-codes`.',
    args: [],
    options: { ...BATCH_OPTIONS, ...WRITE_OPTIONS },
    examples: [
      'tillwright coupons batch --page PAGE_ID --code FAIR --percent-off 20 --count 500 -o codes.csv',
      'tillwright coupons batch --page PAGE_ID --code FAIR --count 100',
    ],
    run: createBatch,
  },
];
