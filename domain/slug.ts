export const MAX_SLUG = 60;

/** A released slug goes to no other seller for this many days. */
export const SLUG_QUARANTINE_DAYS = 90;

/** Routes, infrastructure words and brands. A test derives the routes from the router. */
const RESERVED = new Set(
  `about admin administrator account api app apps assets auth billing blog bank builder c cart cdn checkout connect
  contact cookies csp dashboard demo docs domain domains download e embed export favicon features files forgot get
  health healthz help home i images img index invite javascript js jobs legal live login logout mail manifest media
  metrics new null onboarding order orders page pages pay payment payments ping plans portal preview pricing privacy
  profile public ready readyz recover register report reports reset robots root rss sandbox security seller sellers
  session settings signin signout signup sitemap static status stripe subscription success support system team terms
  test token trial undefined unsubscribe upload user users verify webhook webhooks well-known www
  paypal visa mastercard apple google amazon tillwright functions internal`.split(/\s+/),
);

/** What a typed slug keeps: lower case, only a-z, 0-9 and hyphen. Never shortened: `slugProblem` refuses a long one. */
export const slugFromTyped = (text: string): string => text.toLowerCase().replace(/[^a-z0-9-]/g, '');

/** The slug as it is saved: a typed one without its edge hyphens. */
export const slugForSaving = (text: string): string => slugFromTyped(text).replace(/^-+|-+$/g, '');

/** The default slug: lower case, runs of other characters become one hyphen, edge hyphens trimmed. May be empty. */
export const slugFromName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');

export const isReservedSlug = (slug: string): boolean => RESERVED.has(slug);

/** `taller` and `x7q2` give `taller-x7q2`, within the length that is allowed. */
export const slugWithTail = (slug: string, tail: string): string =>
  slug ? `${slug.slice(0, MAX_SLUG - tail.length - 1).replace(/-+$/, '')}-${tail}` : tail;
