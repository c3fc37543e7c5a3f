import { pageChangeMessages } from '#content/messages/page-changes.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import type { ListChanges } from './list-changes.ts';

type Config = CheckoutPageConfig;
/** A normalized value before and after a change. */
export type Change<Value> = { before: Value; after: Value };

/** An error message at a field, or null. `field`: the config key, with a setting or an index: `features.2`. */
export type FieldCheck = [field: string, message: string | null];

/** The rules of one key of a page's config, by the type of its value. */
export type PageField<Value> = {
  /** Cleans the value for publishing. Without it the value stays as it is. */
  normalize?: (value: Value) => Value;
  /** Returns what prevents publishing. The config is normalized. */
  validate?: (config: Config) => FieldCheck[];
  /** Describes a change of the value for the seller, one line each; empty without a change. */
  describe: (change: Change<Value>, configs: Change<Config>) => string[];
};

const MAX_QUOTE_LENGTH = 60;

/** Quotes a text and truncates it for the dialog. */
export function quoteText(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_QUOTE_LENGTH
    ? `“${characters.slice(0, MAX_QUOTE_LENGTH - 1).join('')}…”`
    : `“${text}”`;
}

/** `Layout: classic → modern` */
export function describeChange<Value>(
  label: string,
  { before, after }: Change<Value>,
  getText: (value: Value) => string = (value) => String(value) || pageChangeMessages.values.none,
): string[] {
  const [oldText, newText] = [getText(before), getText(after)];
  return oldText === newText ? [] : [pageChangeMessages.changed({ label, before: oldText, after: newText })];
}

/** `Description changed`: names a long or non-text field without its value. */
export function describePresence(label: string, { before, after }: Change<string | null>): string[] {
  if (before === after) return [];
  const item = label;
  if (!before) return [pageChangeMessages.added({ item })];
  return [after ? pageChangeMessages.edited({ item }) : pageChangeMessages.removed({ item })];
}

export const describeToggle = (
  { before, after }: Change<boolean>,
  { on, off }: { on: string; off: string },
): string[] => (before === after ? [] : [after ? on : off]);

/** The change of one property of a value. */
export const changeOf = <Value, Key extends keyof Value>(
  { before, after }: Change<Value>,
  key: Key,
): Change<Value[Key]> => ({ before: before[key], after: after[key] });

export function describeListChanges<T>(
  { added, removed, reordered }: ListChanges<T>,
  getName: (entry: T) => string,
  listLabel: string,
) {
  return [
    ...added.map((entry) => pageChangeMessages.added({ item: getName(entry) })),
    ...removed.map((entry) => pageChangeMessages.removed({ item: getName(entry) })),
    ...(reordered ? [pageChangeMessages.reordered({ list: listLabel })] : []),
  ];
}
