import { readFileSync } from 'node:fs';

import { ExchangeRatesSchema, type ExchangeRates } from '#domain/exchange-rates.ts';

/** Reads a file of exchange rates, or returns all its errors; they never contain values of the file. */
export function readRates(file: string): { rates: ExchangeRates } | { problems: string[] } {
  const read = readJson(file);
  if ('problem' in read) return { problems: [read.problem] };
  const parsed = ExchangeRatesSchema.safeParse(read.json);
  if (parsed.success) return { rates: parsed.data };
  return {
    problems: parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(' ')),
  };
}

function readJson(file: string): { json: unknown } | { problem: string } {
  try {
    return { json: JSON.parse(readFileSync(file, 'utf8')) as unknown };
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'is not JSON' : 'cannot be read' };
  }
}
