import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { usageFault } from './errors.mjs';

/** Options of every command. */
export const SHARED = {
  url: ['URL', 'URL of the site (default: TILLWRIGHT_URL, or http://localhost:3000)'],
  'key-file': ['FILE', 'File with the API key (default: TILLWRIGHT_KEY, or the file in TILLWRIGHT_KEY_FILE)'],
  json: [null, 'Print JSON'],
  help: [null, 'Show this help'],
};
export const WRITES = {
  'idempotency-key': ['KEY', 'Retry an earlier request that got no response, without performing it twice'],
};
export const LISTS = {
  limit: ['NUMBER', 'Maximum number of rows (default: 20)'],
  all: [null, 'List everything'],
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (typed) => UUID.test(typed);

export function idOf(typed, what) {
  if (isId(typed)) return typed;
  throw usageFault(`${typed} is not a ${what} ID.`, `To list ${what}s, run: tillwright ${what}s list`);
}

/** Parses a whole number from 1 on. */
export function numberOf(typed, option) {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw usageFault(`--${option} must be a whole number of at least 1, not ${typed}.`);
}

/** Maximum rows of a list. */
export function mostOf({ limit, all }) {
  if (all && limit !== undefined) throw usageFault('Use either --all or --limit, not both.');
  if (all) return Infinity;
  return limit === undefined ? 20 : numberOf(limit, 'limit');
}

/** Reads a page file from the disk or from standard input (-). */
export async function readPageFile(name) {
  const read = name === '-' ? text(process.stdin) : readFile(name, 'utf8');
  const content = await read.catch((error) => {
    throw usageFault(`Could not read ${name} (${error.code ?? error.message}).`);
  });
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    throw usageFault(`${name === '-' ? 'Standard input' : name} is not a page file, because it is not valid JSON.`);
  }
}
