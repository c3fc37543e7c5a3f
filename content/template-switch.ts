import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isSame } from '#domain/same.ts';

import { PAGE_TEMPLATES, type PageTemplate } from './templates.ts';

type Config = CheckoutPageConfig;
type Part = readonly (keyof Config)[];

/** Changing one price field makes all of them the seller's. */
const PRICE: Part = [
  'price',
  'currency',
  'paymentType',
  'billingFrequency',
  'priceOptions',
  'payWhatYouWant',
  'countdown',
];

/** Fields that differ between all templates and identify one. */
const SIGNS: readonly Part[] = [
  ['productName'],
  ['description'],
  ['features'],
  ['testimonials'],
  ['successMessage'],
  ['accentColor'],
];

/** Field groups that a template provides; each is replaced as a whole. All other fields are the seller's. */
const PARTS: readonly Part[] = [...SIGNS, PRICE, ['buttonText'], ['layout'], ['fonts']];

/** Configs without input from the seller. */
const UNTYPED: readonly Config[] = [emptyConfig(), ...PAGE_TEMPLATES.map(({ config }) => config)];

const partOf = (config: Config, part: Part): Partial<Config> =>
  Object.fromEntries(part.map((key) => [key, config[key]]));

const isAlike = (one: Config, other: Config, part: Part): boolean =>
  isSame(partOf(one, part), partOf(other, part));

/** Applies a template: fields that the seller changed stay, others come from the template, with `picture` as image. */
export const withTemplate = (config: Config, template: PageTemplate, picture: string | null): Config =>
  PARTS.filter((part) => UNTYPED.some((untyped) => isAlike(config, untyped, part))).reduce<Config>(
    (page, part) => ({ ...page, ...partOf(template.config, part) }),
    { ...config, productImage: picture },
  );

/** The template that matches most identifying fields of a page; null if none matches. */
export function likeliestTemplate(config: Config): PageTemplate | null {
  const [likeliest] = PAGE_TEMPLATES.map((template) => ({
    template,
    signs: SIGNS.filter((part) => isAlike(config, template.config, part)).length,
  }))
    .filter(({ signs }) => signs > 0)
    .toSorted((one, other) => other.signs - one.signs);
  return likeliest?.template ?? null;
}
