import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import type { Deliverable } from '#domain/deliverable.ts';

import { PAGE_TEMPLATES, type PageTemplate, type TemplateDeliverable } from './templates.ts';

type Config = CheckoutPageConfig;
type FieldGroup = readonly (keyof Config)[];

/** Changing one price field makes all of them the seller's. */
const PRICE_FIELDS: FieldGroup = [
  'price',
  'currency',
  'paymentType',
  'billingFrequency',
  'paymentTerms',
  'priceOptions',
  'payWhatYouWant',
  'quantity',
  'countdown',
];

/** Fields that differ between all templates and identify one. */
const IDENTIFYING_FIELDS: readonly FieldGroup[] = [
  ['productName'],
  ['description'],
  ['features'],
  ['testimonials'],
  ['successMessage'],
  ['accentColor'],
];

/** Field groups that a template provides; each is replaced as a whole. All other fields are the seller's. */
const TEMPLATE_FIELDS: readonly FieldGroup[] = [
  ...IDENTIFYING_FIELDS,
  PRICE_FIELDS,
  ['bumps'],
  ['customFields'],
  ['buttonText'],
  ['layout'],
  ['fonts'],
];

/** Configs without input from the seller. */
const UNCHANGED_CONFIGS: readonly Config[] = [createEmptyConfig(), ...PAGE_TEMPLATES.map(({ config }) => config)];

const pickFields = (config: Config, group: FieldGroup): Partial<Config> =>
  Object.fromEntries(group.map((key) => [key, config[key]]));

const hasEqualFields = (configA: Config, configB: Config, group: FieldGroup): boolean =>
  isDeepEqual(pickFields(configA, group), pickFields(configB, group));

/** Applies a template: fields that the seller changed stay, others come from the template, with `picture` as image. */
export const applyTemplate = (config: Config, template: PageTemplate, picture: string | null): Config =>
  TEMPLATE_FIELDS.filter((group) =>
    UNCHANGED_CONFIGS.some((unchanged) => hasEqualFields(config, unchanged, group)),
  ).reduce<Config>((page, group) => ({ ...page, ...pickFields(template.config, group) }), {
    ...config,
    productImage: picture,
  });

/** The template that matches most identifying fields of a page; null if none matches. */
export function findLikelyTemplate(config: Config): PageTemplate | null {
  const [bestMatch] = PAGE_TEMPLATES.map((template) => ({
    template,
    matchCount: IDENTIFYING_FIELDS.filter((group) => hasEqualFields(config, template.config, group)).length,
  }))
    .filter(({ matchCount }) => matchCount > 0)
    .toSorted((matchA, matchB) => matchB.matchCount - matchA.matchCount);
  return bestMatch?.template ?? null;
}

/** Whether a deliverable is still as a template has created it. */
export const isUnchangedDeliverable = (
  { name, settings, file }: Pick<Deliverable, 'name' | 'settings' | 'file'>,
  template: TemplateDeliverable,
): boolean => file === null && name === template.name && isDeepEqual(settings, template.settings);

const TEMPLATE_DELIVERABLES = PAGE_TEMPLATES.flatMap(({ deliverables = [] }) => deliverables);

/** Whether the page delivers nothing of the seller's own: only what templates have created, if anything. */
export const deliversOnlyTemplates = (
  { delivery: { items } }: Pick<Config, 'delivery'>,
  deliverables: readonly Deliverable[],
): boolean =>
  items.every(({ id }) => {
    const deliverable = deliverables.find((one) => one.id === id);
    return (
      deliverable !== undefined &&
      TEMPLATE_DELIVERABLES.some((template) => isUnchangedDeliverable(deliverable, template))
    );
  });
