import type { CheckoutPageConfig } from './checkout-page.ts';
import type { ListChanges } from './list-changes.ts';

type Config = CheckoutPageConfig;
/** Both configs, normalized. */
export type ConfigPair = { before: Config; after: Config };

/** An error message at a field, or null. `field`: the config key, with a setting or an index: `features.2`. */
export type FieldCheck = [field: string, message: string | null];

/** The rules of one key of a page's config, by the type of its value. */
export type PageField<Value> = {
  /** Cleans the value for publishing. Without it the value stays as it is. */
  normalize?: (value: Value) => Value;
  /** Returns what prevents publishing. The config is normalized. */
  validate?: (config: Config) => FieldCheck[];
  /** Describes a change for the seller, one line each; empty without a change. */
  describe: (configs: ConfigPair) => string[];
};

const MAX_QUOTE_LENGTH = 60;

/** Quotes a text and truncates it for the dialog. */
export function quoteText(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_QUOTE_LENGTH
    ? `“${characters.slice(0, MAX_QUOTE_LENGTH - 1).join('')}…”`
    : `“${text}”`;
}

/** `Layout classic → modern` */
export function describeChange(
  label: string,
  { before, after }: ConfigPair,
  getText: (config: Config) => string,
): string[] {
  const [oldText, newText] = [getText(before), getText(after)];
  return oldText === newText ? [] : [`${label} ${oldText} → ${newText}`];
}

/** `Description changed`: names a long or non-text field without its value. */
export function describePresence(
  { before, after }: ConfigPair,
  label: string,
  getText: (config: Config) => string | null,
): string[] {
  const [oldText, newText] = [getText(before), getText(after)];
  if (oldText === newText) return [];
  if (!oldText) return [`${label} added`];
  return [newText ? `${label} changed` : `${label} removed`];
}

export function describeToggle(
  { before, after }: ConfigPair,
  isOn: (config: Config) => boolean,
  [onText, offText]: [string, string],
): string[] {
  if (isOn(before) === isOn(after)) return [];
  return [isOn(after) ? onText : offText];
}

export function describeListChanges<T>(
  { added, removed, reordered }: ListChanges<T>,
  getName: (entry: T) => string,
  listLabel: string,
) {
  return [
    ...added.map((entry) => `${getName(entry)} added`),
    ...removed.map((entry) => `${getName(entry)} removed`),
    ...(reordered ? [`${listLabel} reordered`] : []),
  ];
}
