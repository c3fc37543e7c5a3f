import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { findImpersonatedBrandInSlug } from './confusables.ts';
import { validateLength } from './text.ts';

export const MAX_SLUG = 60;

/** Days until a released slug becomes available to other sellers. */
export const SLUG_QUARANTINE_DAYS = 90;

/** Reserved slugs: routes, infrastructure words and brands. A test derives the routes from the router. */
const RESERVED_SLUGS = new Set(
  `about admin administrator account api app apps assets auth billing blog bank builder c cart cdn checkout connect
  contact cookies csp dashboard demo docs domain domains download e embed export favicon features files forgot get
  health healthz help home i images img index invite javascript js jobs legal live login logout mail manifest media
  metrics new null onboarding order orders page pages pay payment payments ping plans portal preview pricing privacy
  profile public ready readyz recover register report reports reset robots root rss sandbox security seller sellers
  session settings signin signout signup sitemap static status stripe subscription success support system team terms
  test token trial undefined unsubscribe upload user users verify webhook webhooks well-known www
  paypal visa mastercard apple google amazon tillwright functions internal`.split(/\s+/),
);

/** Filters a typed slug: lower case, only a-z, 0-9 and hyphen. Never truncates: `validateSlug` rejects a long one. */
export const filterSlug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9-]/g, '');

/** The slug as saved: without leading and trailing hyphens. */
export const normalizeSlug = (text: string): string => filterSlug(text).replace(/^-+|-+$/g, '');

/** Default slug: lower case, other characters replaced by single hyphens, trimmed. May be empty. */
export const deriveSlug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');

export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.has(slug);

/** Appends a suffix within the maximum length: `taller` and `x7q2` give `taller-x7q2`. */
export const appendSlugSuffix = (slug: string, suffix: string): string =>
  slug ? `${slug.slice(0, MAX_SLUG - suffix.length - 1).replace(/-+$/, '')}-${suffix}` : suffix;

/** Validates a custom slug; null for an empty one, which is derived from the page's name. */
export function validateSlug(slug: string): string | null {
  const brand = findImpersonatedBrandInSlug(slug);
  if (brand) return pageRuleMessages.slug.impersonation({ slug, brand });
  if (isReservedSlug(slug)) return pageRuleMessages.slug.reserved({ slug });
  return validateLength(slug, MAX_SLUG, pageRuleMessages.tooLong.slug);
}
