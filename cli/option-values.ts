import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import type { Option, OptionValues } from './command.ts';
import { describeFileError, usageFault } from './errors.ts';
import { resolveSchema, type Schema } from './operations.ts';

type Kind = 'text' | 'integer' | 'number' | 'flag' | 'texts' | 'pairs' | 'json';

export const toOptionName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Schemas of a union without `null`. */
const listAlternatives = (schema: Schema): Schema[] => {
  const resolved = resolveSchema(schema);
  const alternatives = resolved.anyOf?.map(resolveSchema) ?? [resolved];
  return alternatives.filter(({ type }) => type !== 'null');
};

const isNullable = (schema: Schema): boolean => {
  const { type, anyOf } = resolveSchema(schema);
  return Array.isArray(type) ? type.includes('null') : (anyOf?.some((one) => one.type === 'null') ?? false);
};

function getKind(schema: Schema): Kind {
  const [only, ...others] = listAlternatives(schema);
  if (!only || others.length > 0) return 'json';
  const type = Array.isArray(only.type) ? only.type.find((one) => one !== 'null') : only.type;
  if (type === 'integer' || type === 'number') return type;
  if (type === 'boolean') return 'flag';
  if (type === 'array') return getKind(only.items ?? {}) === 'text' ? 'texts' : 'json';
  if (type === 'object') {
    const values = only.additionalProperties;
    return typeof values === 'object' && getKind(values) === 'text' ? 'pairs' : 'json';
  }
  return type === 'string' || only.enum || only.const !== undefined ? 'text' : 'json';
}

const PLACEHOLDERS: Record<Kind, string | null> = {
  text: 'TEXT',
  integer: 'NUMBER',
  number: 'NUMBER',
  flag: null,
  texts: 'TEXT',
  pairs: 'NAME=VALUE',
  json: 'JSON',
};

function listChoices(schema: Schema): string[] {
  const [only] = listAlternatives(schema);
  const values = resolveSchema(only?.items ?? only ?? {}).enum ?? [];
  return values.filter((value) => typeof value === 'string');
}

/** Describes the option of a query parameter or of a property of the body. */
export function toOption(schema: Schema, description: string, isRequired: boolean): Option {
  const kind = getKind(schema);
  const choices = listChoices(schema);
  const texts = [
    description || resolveSchema(schema).description || '',
    choices.length > 0 && choices.length <= 12 ? `One of: ${choices.join(', ')}.` : '',
    isRequired ? '(required)' : '',
  ];
  return {
    value: PLACEHOLDERS[kind],
    description: texts.filter(Boolean).join(' ').replaceAll('\n', ' '),
    ...(choices.length > 0 && { choices }),
    ...((kind === 'texts' || kind === 'pairs') && { isRepeated: true }),
  };
}

export function parseNumber(value: string, name: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw usageFault(`--${name} must be a number, not ${value}.`);
  return number;
}

function parsePair(pair: string, name: string): [string, string] {
  const index = pair.indexOf('=');
  if (index < 1) throw usageFault(`--${name} must look like NAME=VALUE, not ${pair}.`);
  return [pair.slice(0, index), pair.slice(index + 1)];
}

/** Converts what the user typed to the type of the schema. The API checks everything else. */
export async function parseOption(schema: Schema, value: string | boolean | string[], name: string): Promise<unknown> {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value))
    return getKind(schema) === 'pairs' ? Object.fromEntries(value.map((one) => parsePair(one, name))) : value;
  if (value === 'null' && isNullable(schema)) return null;
  const kind = getKind(schema);
  if (kind === 'integer' || kind === 'number') return parseNumber(value, name);
  return kind === 'json' ? readJson(value, `--${name}`) : value;
}

/** Parses JSON that was typed, or that is in a file (`@file`) or in standard input (`-`). */
export async function readJson(value: string, name: string): Promise<unknown> {
  const content =
    value === '-' ? await text(process.stdin) : value.startsWith('@') ? await readTextFile(value.slice(1)) : value;
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw usageFault(`${name} is not valid JSON.`);
  }
}

/** Reads a file, or standard input (`-`). */
export const readTextInput = (file: string): Promise<string> =>
  file === '-' ? text(process.stdin) : readTextFile(file);

export const readTextFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw usageFault(`Could not read ${file} (${describeFileError(error)}).`);
  });

const DEFAULT_ROWS = 20;

/** Maximum rows of a list. */
export function getMaxRows({ limit, all }: OptionValues): number {
  if (all && limit !== undefined) throw usageFault('Use either --all or --limit, not both.');
  if (all) return Number.POSITIVE_INFINITY;
  if (limit === undefined) return DEFAULT_ROWS;
  if (/^[1-9]\d{0,8}$/.test(String(limit))) return Number(limit);
  throw usageFault(`--limit must be a whole number of at least 1, not ${String(limit)}.`);
}
