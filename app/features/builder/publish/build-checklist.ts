import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import { createAccentShades, DEFAULT_ACCENT } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import { getFieldLabel, getConfigKey } from '../state/config-keys.ts';

const messages = builderPublishMessages.checklist;

/** Target of a checklist item: a field, the Stripe onboarding or the plans. */
export type ChecklistAction = { to: 'field'; field: string } | { to: 'stripe' } | { to: 'plans' };
export type ChecklistItem = { text: string; action: ChecklistAction };
export type Checklist = { blockers: readonly ChecklistItem[]; warnings: readonly ChecklistItem[] };

type ChecklistInput = {
  config: CheckoutPageConfig;
  errors: readonly FieldError[];
  /** Null while the connection is not known. */
  stripe: Connection['state'] | null;
  /** False after the server rejected a publication because of a missing plan. */
  canPublish: boolean;
};

const createFieldAction = (field: string): ChecklistAction => ({ to: 'field', field });

function toBlocker({ field }: FieldError, config: CheckoutPageConfig): ChecklistItem {
  const key = getConfigKey(field);
  if (key === 'productName' && config.productName.trim() === '')
    return { text: messages.productName, action: createFieldAction(field) };
  if (key === 'price' && config.price.trim() === '') return { text: messages.price, action: createFieldAction(field) };
  return { text: messages.fix({ field: getFieldLabel(key) }), action: createFieldAction(field) };
}

/** Returns one item per field, even if the field has several errors. */
function listFieldBlockers({ config, errors }: ChecklistInput): ChecklistItem[] {
  const itemsByText = new Map<string, ChecklistItem>();
  for (const error of errors) {
    const item = toBlocker(error, config);
    if (!itemsByText.has(item.text)) itemsByText.set(item.text, item);
  }
  return [...itemsByText.values()];
}

const HEX = /^#[0-9a-f]{6}$/;

/** Returns no warning for the default accent, because the seller did not choose it. */
function accentWarning(accent: string): string | null {
  if (!HEX.test(accent) || accent === DEFAULT_ACCENT) return null;
  const { fill, onFill } = createAccentShades(accent);
  if (onFill !== '#ffffff') return messages.darkButtonText;
  return fill === accent ? null : messages.darkerButton({ color: fill });
}

function listWarnings({ config }: ChecklistInput): ChecklistItem[] {
  const accent = accentWarning(config.accentColor.trim().toLowerCase());
  return [
    ...(config.requireTerms && config.termsUrl.trim() === ''
      ? [{ text: messages.termsLink, action: createFieldAction('termsUrl') }]
      : []),
    ...(accent ? [{ text: accent, action: createFieldAction('accentColor') }] : []),
    ...(config.productImage ? [] : [{ text: messages.productImage, action: createFieldAction('productImage') }]),
  ];
}

/** Lists what blocks publishing and what is worth a warning. */
export function buildChecklist(input: ChecklistInput): Checklist {
  const isIncomplete = input.stripe === 'incomplete';
  const stripe: ChecklistItem = {
    text: isIncomplete ? messages.finishStripe : messages.connectStripe,
    action: { to: 'stripe' },
  };
  return {
    blockers: [
      ...listFieldBlockers(input),
      ...(input.stripe === null || input.stripe === 'complete' ? [] : [stripe]),
      ...(input.canPublish ? [] : [{ text: messages.plan, action: { to: 'plans' } as const }]),
    ],
    warnings: listWarnings(input),
  };
}
