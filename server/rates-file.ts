import { readFileSync } from 'node:fs';

import { ExchangeRatesSchema, type ExchangeRates } from '#domain/exchange-rates.ts';

/** Reads a file of exchange rates, or returns all its errors; they never contain values of the file. */
export function readExchangeRates(file: string): { rates: ExchangeRates } | { errors: string[] } {
  const parsedFile = readJson(file);
  if ('problem' in parsedFile) return { errors: [parsedFile.problem] };
  const parsed = ExchangeRatesSchema.safeParse(parsedFile.content);
  if (parsed.success) return { rates: parsed.data };
  return {
    errors: parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(' ')),
  };
}

function readJson(file: string): { content: unknown } | { problem: string } {
  try {
    return { content: JSON.parse(readFileSync(file, 'utf8')) as unknown };
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'is not JSON' : 'cannot be read' };
  }
}
