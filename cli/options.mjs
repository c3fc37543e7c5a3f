import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { usageFault } from './errors.mjs';

/** Options of every command. */
export const SHARED = {
  url: ['URL', 'The shop’s address; else TILLWRIGHT_URL, else http://localhost:3000'],
  'key-file': ['FILE', 'Where the key stands; else TILLWRIGHT_KEY, or the file in TILLWRIGHT_KEY_FILE'],
  json: [null, 'Answer in JSON'],
  help: [null, 'Show this help'],
};
export const WRITES = {
  'idempotency-key': ['KEY', 'Repeat an earlier try that had no answer, without doing it twice'],
};
export const LISTS = {
  limit: ['NUMBER', 'So many at most (20)'],
  all: [null, 'All there are'],
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isId = (typed) => UUID.test(typed);

export function idOf(typed, what) {
  if (isId(typed)) return typed;
  throw usageFault(`${typed} is not the id of a ${what}.`, `tillwright ${what}s list shows them.`);
}

/** Parses a whole number from 1 on. */
export function numberOf(typed, option) {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw usageFault(`--${option} takes a whole number from 1 on, not ${typed}.`);
}

/** Maximum rows of a list. */
export function mostOf({ limit, all }) {
  if (all && limit !== undefined) throw usageFault('Take --all or --limit, not both.');
  if (all) return Infinity;
  return limit === undefined ? 20 : numberOf(limit, 'limit');
}

/** Reads a page file from the disk or from standard input (-). */
export async function readPageFile(name) {
  const read = name === '-' ? text(process.stdin) : readFile(name, 'utf8');
  const content = await read.catch((error) => {
    throw usageFault(`${name} could not be read (${error.code ?? error.message}).`);
  });
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    throw usageFault(`${name === '-' ? 'Standard input' : name} is not JSON, so it is no page file.`);
  }
}
