/** Records requests and responses of the contract tests as the examples of the API documentation. For tests only. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { APP_URL_PLACEHOLDER, type RecordedExample } from '../api/openapi-examples.ts';

const FILE = path.join(import.meta.dirname, '../api/recorded-examples.json');

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const DAY = /"\d{4}-\d\d-\d\d"/g;
const SECRET = /(whsec_|twk_[a-z]+_)[\w+/=-]{20,}/g;

/** Keys of licenses and their proofs, and what examples show instead. */
const LICENSE_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/KILN(?:-[0-9A-Z]{5}){5}/g, 'KILN-X4T9B-0WZ3E-R8N5D-J6V1H-7M2KQ'],
  [/"ending":"[0-9A-Z]{5}"/g, '"ending":"7M2KQ"'],
  [/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6…'],
  [/"x":"[\w-]{43}"/g, '"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"'],
];

const replaceLicenseTexts = (text: string): string =>
  LICENSE_TEXTS.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), text);

const FIRST_TIMESTAMP_MS = Date.parse('2026-11-20T14:00:00.000Z');
const TIMESTAMP_STEP_MS = 7 * 60_000;
const FIRST_DAY_MS = Date.parse('2026-11-14T00:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const MAX_ITEMS = 2;
const MAX_CSV_LINES = 3;
const MAX_TEXT_LENGTH = 300;

/** Shortens lists, long texts such as images, and CSV files. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\r\n'))
    return value.split('\r\n').slice(0, MAX_CSV_LINES).join('\r\n');
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, 60)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shorten(item)]));
}

/** Replaces the matches of a pattern by values that are the same in each run, in the order of the matches. */
function replaceSorted(text: string, pattern: RegExp, toReplacement: (rank: number) => string): string {
  const ranks = new Map([...new Set(text.match(pattern))].toSorted().map((match, rank) => [match, rank]));
  return text.replaceAll(pattern, (match) => toReplacement(ranks.get(match) ?? 0));
}

function toExampleId(index: number): string {
  const hash = createHash('sha256').update(`example ${index}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Replaces what differs from run to run. */
export function normalizeExample(value: RecordedExample, appUrl: string): RecordedExample {
  const ids = [...new Set(JSON.stringify(value).match(UUID))];
  const withIds = JSON.stringify(shorten(JSON.parse(replaceLicenseTexts(JSON.stringify(value)))))
    .replaceAll(UUID, (id) => toExampleId(ids.indexOf(id)))
    .replaceAll(appUrl, APP_URL_PLACEHOLDER)
    .replaceAll(SECRET, (_, prefix: string) => `${prefix}example`);
  const withTimes = replaceSorted(withIds, TIMESTAMP, (rank) =>
    new Date(FIRST_TIMESTAMP_MS + rank * TIMESTAMP_STEP_MS).toISOString(),
  );
  const withDays = replaceSorted(withTimes, DAY, (rank) =>
    JSON.stringify(new Date(FIRST_DAY_MS + rank * DAY_MS).toISOString().slice(0, 10)),
  );
  return JSON.parse(withDays) as RecordedExample;
}

export type RecordedExamples = Record<string, RecordedExample>;

export const readRecordedExamples = (): RecordedExamples => JSON.parse(readFileSync(FILE, 'utf8')) as RecordedExamples;

export const writeRecordedExamples = (examples: RecordedExamples): void =>
  writeFileSync(FILE, `${JSON.stringify(examples, null, 1)}\n`);

/** Names of all fields in a value, with their path. Items of lists share one path. */
export function listFieldPaths(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return [prefix];
  const entries = Array.isArray(value) ? value.map((item) => ['[]', item] as const) : Object.entries(value);
  return [...new Set(entries.flatMap(([name, item]) => listFieldPaths(item, `${prefix}/${name}`)))].toSorted();
}
