import type { z } from 'zod';

import { deleteRecords, writeRecord, listRecordKeys, readRecord } from '#app/lib/browser-database.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isRecord } from '#domain/is-record.ts';

import type { StoredHistory } from './history.ts';

type Config = CheckoutPageConfig;
type Fields = Record<PropertyKey, unknown>;

const isFields = (value: unknown): value is Fields => isRecord(value);

/** Loads the schema on demand, because most visits have nothing to restore. The content security policy forbids zod's generated code. */
async function loadSchema(): Promise<z.ZodType<Config>> {
  const { config } = await import('zod');
  config({ jitless: true });
  return (await import('#domain/checkout-page-schema.ts')).CheckoutPageConfig;
}

/** Adds the keys that a stored config lacks from the open page, also within its sections. */
function addMissingKeys(stored: Fields, openConfig: Fields): Fields {
  const merged: Fields = { ...openConfig, ...structuredClone(stored) };
  for (const [key, section] of Object.entries(openConfig))
    if (isFields(section) && isFields(merged[key])) merged[key] = { ...section, ...merged[key] };
  return merged;
}

/** Texts that are too long or malformed stay: the form shows their errors. */
const IGNORED_ISSUE_CODES: readonly string[] = ['too_big', 'too_small', 'invalid_format'];

function removeUnknownKeys(config: Fields, { path, keys }: { path: PropertyKey[]; keys: string[] }): void {
  const parent = path.reduce<unknown>((value, key) => (value as Fields)[key], config) as Fields;
  for (const key of keys) delete parent[key];
}

/** Replaces the unreadable value, or the whole list that contains it, by that of the open page. */
function replaceByOpenValue(config: Fields, openConfig: Fields, [key = '', setting]: PropertyKey[]): void {
  const [section, openSection] = [config[key], openConfig[key]];
  if (isFields(section) && isFields(openSection) && setting !== undefined) section[setting] = openSection[setting];
  else config[key] = openSection;
}

function restoreFields(schema: z.ZodType<Config>, stored: Fields, openConfig: Config): Config {
  const restored = addMissingKeys(stored, openConfig);
  const issues = schema.safeParse(restored).error?.issues ?? [];
  for (const issue of issues) if (issue.code === 'unrecognized_keys') removeUnknownKeys(restored, issue);
  for (const { code, path } of issues)
    if (code !== 'unrecognized_keys' && !IGNORED_ISSUE_CODES.includes(code))
      replaceByOpenValue(restored, openConfig, path);
  return restored as Config;
}

/**
 * Converts a stored config to the current shape; returns null if it is none. Keys may have changed in a deployment
 * since: unreadable values come from the open page, so the other changes survive. The server validates every draft.
 */
export async function restoreConfig(stored: unknown, openConfig: Config): Promise<Config | null> {
  if (!isFields(stored) || Object.keys(openConfig).every((key) => !(key in stored))) return null;
  return restoreFields(await loadSchema(), stored, openConfig);
}

/** Returns the keys of each stored patch that can be read today. */
export async function restorePatches(patches: readonly unknown[], openConfig: Config): Promise<Partial<Config>[]> {
  const schema = await loadSchema();
  return patches.map((patch) => {
    if (!isFields(patch)) return {};
    const restored = restoreFields(schema, patch, openConfig);
    return Object.fromEntries(Object.entries(restored).filter(([key]) => key in patch));
  });
}

/** Changes that may not have reached the server. */
export type LocalCopy = { config: CheckoutPageConfig; at: number };

/** Reads a local copy; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readCopy(key: string, openConfig: CheckoutPageConfig): Promise<LocalCopy | null> {
  const stored = await readRecord('copies', key);
  if (!isRecord(stored)) return null;
  const { at } = stored;
  const config = await restoreConfig(stored['config'], openConfig);
  return config && typeof at === 'number' ? { config, at } : null;
}

export const writeCopy = (key: string, copy: LocalCopy): Promise<unknown> => writeRecord('copies', key, copy);

export const deleteCopy = (key: string): Promise<unknown> => deleteRecords('copies', key);

/** Maximum number of pages whose undo history is stored. */
const MAX_PAGES = 20;

/** Reads the history of a page; null if there is none or it is unreadable. `openConfig` is the config of the open page. */
export async function readHistory(key: string, openConfig: CheckoutPageConfig): Promise<StoredHistory | null> {
  const stored = await readRecord('histories', key);
  if (!isRecord(stored)) return null;
  const { revision, back, forth } = stored;
  const present = await restoreConfig(stored['present'], openConfig);
  if (!present || typeof revision !== 'number' || !Array.isArray(back) || !Array.isArray(forth)) return null;
  return {
    revision,
    at: readTimestamp(stored),
    present,
    back: await restorePatches(back, openConfig),
    forth: await restorePatches(forth, openConfig),
  };
}

export const writeHistory = (key: string, history: StoredHistory): Promise<unknown> =>
  writeRecord('histories', key, history);

/** Deletes the histories that were written longest ago. */
export async function pruneHistories(): Promise<void> {
  const keys = await listRecordKeys('histories');
  if (keys.length <= MAX_PAGES) return;
  const entries = await Promise.all(
    keys.map(async (key) => ({ key, at: readTimestamp(await readRecord('histories', key)) })),
  );
  const oldest = entries.toSorted((a, b) => b.at - a.at).slice(MAX_PAGES);
  await Promise.all(oldest.map(({ key }) => deleteRecords('histories', key)));
}

const readTimestamp = (value: unknown): number => (isRecord(value) ? Number(value['at']) || 0 : 0);
