import { accentShades, DEFAULT_ACCENT } from '#domain/accent.ts';
import type { Connection } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageProblem } from '#domain/page-problems.ts';

import { FIELD_NAMES } from './field-names.ts';
import { keyOfField } from './page-tabs.ts';

/** Target of a checklist item: a field, the Stripe onboarding or the plans. */
export type CheckAct = { to: 'field'; field: string } | { to: 'stripe' } | { to: 'plans' };
export type CheckLine = { text: string; act: CheckAct };
export type Checklist = { blocks: readonly CheckLine[]; warns: readonly CheckLine[] };

type Facts = {
  config: CheckoutPageConfig;
  problems: readonly PageProblem[];
  /** Null while the connection is not known. */
  stripe: Connection['state'] | null;
  /** False after the server rejected a publication because of a missing plan. */
  mayPublish: boolean;
};

const toField = (field: string): CheckAct => ({ to: 'field', field });

function blockOf({ field }: PageProblem, config: CheckoutPageConfig): CheckLine {
  const key = keyOfField(field);
  if (key === 'productName' && config.productName.trim() === '')
    return { text: 'Name your product', act: toField(field) };
  if (key === 'price' && config.price.trim() === '') return { text: 'Set a price', act: toField(field) };
  return { text: `Put right: ${FIELD_NAMES[key]}`, act: toField(field) };
}

/** Returns one item per field, even if the field has several errors. */
function fieldBlocks({ config, problems }: Facts): CheckLine[] {
  const lines = new Map<string, CheckLine>();
  for (const problem of problems) {
    const line = blockOf(problem, config);
    if (!lines.has(line.text)) lines.set(line.text, line);
  }
  return [...lines.values()];
}

const HEX = /^#[0-9a-f]{6}$/;

/** Returns no warning for the default accent, because the seller did not choose it. */
function accentWarning(accent: string): string | null {
  if (!HEX.test(accent) || accent === DEFAULT_ACCENT) return null;
  const { fill, onFill } = accentShades(accent);
  if (onFill !== '#ffffff') return 'The pay button has dark letters, so that it can be read';
  return fill === accent ? null : `The pay button is ${fill}, so that it can be read`;
}

function warnings({ config }: Facts): CheckLine[] {
  const accent = accentWarning(config.accentColor.trim().toLowerCase());
  return [
    ...(config.requireTerms && config.termsUrl.trim() === ''
      ? [{ text: 'Terms are asked for, without a link to them', act: toField('termsUrl') }]
      : []),
    ...(accent ? [{ text: accent, act: toField('accentColor') }] : []),
    ...(config.productImage ? [] : [{ text: 'No picture yet', act: toField('productImage') }]),
  ];
}

/** Lists what blocks publishing and what is worth a warning. */
export function checklistOf(facts: Facts): Checklist {
  const started = facts.stripe === 'incomplete';
  const stripe: CheckLine = {
    text: started ? 'Finish your Stripe account' : 'Connect your Stripe account',
    act: { to: 'stripe' },
  };
  return {
    blocks: [
      ...fieldBlocks(facts),
      ...(facts.stripe === null || facts.stripe === 'complete' ? [] : [stripe]),
      ...(facts.mayPublish
        ? []
        : [{ text: 'Choose a plan or start a trial', act: { to: 'plans' } as const }]),
    ],
    warns: warnings(facts),
  };
}
