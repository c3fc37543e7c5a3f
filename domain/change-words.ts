import type { CheckoutPageConfig } from './checkout-page.ts';
import type { ListChanges } from './list-changes.ts';

type Config = CheckoutPageConfig;
/** Both configs, normalized. */
export type Both = { before: Config; after: Config };

const LONGEST_QUOTE = 60;

/** Quotes a text and truncates it for the dialog. */
export function quote(text: string): string {
  const letters = Array.from(text);
  return letters.length > LONGEST_QUOTE ? `“${letters.slice(0, LONGEST_QUOTE - 1).join('')}…”` : `“${text}”`;
}

/** `Layout classic → modern` */
export function arrow(what: string, { before, after }: Both, textOf: (config: Config) => string): string[] {
  const [old, now] = [textOf(before), textOf(after)];
  return old === now ? [] : [`${what} ${old} → ${now}`];
}

/** `Description changed`: names a long or non-text field without its value. */
export function came(
  { before, after }: Both,
  what: string,
  textOf: (config: Config) => string | null,
): string[] {
  const [old, now] = [textOf(before), textOf(after)];
  if (old === now) return [];
  if (!old) return [`${what} added`];
  return [now ? `${what} changed` : `${what} removed`];
}

export function switched(
  { before, after }: Both,
  isOn: (config: Config) => boolean,
  [on, off]: [string, string],
): string[] {
  if (isOn(before) === isOn(after)) return [];
  return [isOn(after) ? on : off];
}

export function listLines<T>(
  { added, removed, reordered }: ListChanges<T>,
  nameOf: (entry: T) => string,
  all: string,
) {
  return [
    ...added.map((entry) => `${nameOf(entry)} added`),
    ...removed.map((entry) => `${nameOf(entry)} removed`),
    ...(reordered ? [`${all} reordered`] : []),
  ];
}
