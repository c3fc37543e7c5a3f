import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isSame } from '#domain/same.ts';

import { PAGE_TEMPLATES, type PageTemplate } from './templates.ts';

type Config = CheckoutPageConfig;
type Part = readonly (keyof Config)[];

/** Whoever has set more than one price, or when it changes, has set them all. */
const PRICE: Part = [
  'price',
  'currency',
  'paymentType',
  'billingFrequency',
  'priceOptions',
  'payWhatYouWant',
  'countdown',
];

/** In these no two templates are alike. */
const SIGNS: readonly Part[] = [
  ['productName'],
  ['description'],
  ['features'],
  ['testimonials'],
  ['successMessage'],
  ['accentColor'],
];

/** What a template brings, each part as a whole. Everything else on a page is the seller's alone. */
const PARTS: readonly Part[] = [...SIGNS, PRICE, ['buttonText'], ['layout'], ['fonts']];

/** Pages on which nobody has typed. */
const UNTYPED: readonly Config[] = [emptyConfig(), ...PAGE_TEMPLATES.map(({ config }) => config)];

const partOf = (config: Config, part: Part): Partial<Config> =>
  Object.fromEntries(part.map((key) => [key, config[key]]));

const isAlike = (one: Config, other: Config, part: Part): boolean =>
  isSame(partOf(one, part), partOf(other, part));

/** The page in another template: what the seller typed stays, the rest is the template's, and `picture` its image. */
export const withTemplate = (config: Config, template: PageTemplate, picture: string | null): Config =>
  PARTS.filter((part) => UNTYPED.some((untyped) => isAlike(config, untyped, part))).reduce<Config>(
    (page, part) => ({ ...page, ...partOf(template.config, part) }),
    { ...config, productImage: picture },
  );

/** The template that most of a page comes from; null where nothing of any is left. */
export function likeliestTemplate(config: Config): PageTemplate | null {
  const [likeliest] = PAGE_TEMPLATES.map((template) => ({
    template,
    signs: SIGNS.filter((part) => isAlike(config, template.config, part)).length,
  }))
    .filter(({ signs }) => signs > 0)
    .toSorted((one, other) => other.signs - one.signs);
  return likeliest?.template ?? null;
}
