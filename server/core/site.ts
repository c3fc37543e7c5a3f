import type { Context as HonoContext } from 'hono';

import { hasCustomDomains } from '#domain/plan-features.ts';
import type { PlanId } from '#domain/plans.ts';
import { isPlanActive } from '#domain/subscription.ts';

/** The origin of a domain depends on the app's own URL. */
type AppUrl = { appUrl: string };

/** Host names of the local machine, used to try the app. */
const isLocalName = (host: string): boolean => host.endsWith('.localhost');

/** Public origin of a seller's domain: https, or for local names the protocol and port of the app. */
export function domainOrigin({ appUrl }: AppUrl, host: string): string {
  if (!isLocalName(host)) return `https://${host}`;
  const { protocol, port } = new URL(appUrl);
  return `${protocol}//${host}${port && `:${port}`}`;
}

/** A seller's domain with the page at its root. */
export type TenantDomain = {
  host: string;
  sellerId: string;
  /** Null when no page is assigned. */
  pageId: string | null;
  /** Current slug of the page on the main site; null for a page that is unpublished or deleted. */
  slug: string | null;
  plan: PlanId | null;
  accessUntil: Date | null;
};

/** The site of a request: the main site or a seller's domain. */
export type Site = {
  /** Origin as users see it; all absolute URLs of the site start with it. */
  origin: string;
  /** Null for the main site. */
  tenantDomain: TenantDomain | null;
};

/** Environment that the host router passes with a request. */
type SiteEnv = { site?: Site };

/** Returns the site that the host router chose; calls without one belong to the main site. */
export const siteOf = (c: HonoContext, mainSite: Site): Site => (c.env as SiteEnv | undefined)?.site ?? mainSite;

/** Returns whether the seller's plan includes custom domains at a time of the business clock. */
export const includesDomains = (
  { plan, accessUntil }: Pick<TenantDomain, 'plan' | 'accessUntil'>,
  now: Date,
): boolean => hasCustomDomains(plan, isPlanActive(accessUntil && { accessUntil }, now));

/** Returns whether a page is served at a site: every page on the main site, the page at the root on a seller's domain. */
export const servesPage = ({ tenantDomain }: Site, pageId: string): boolean =>
  tenantDomain === null || tenantDomain.pageId === pageId;

/** Returns the path of a page at a site; the slug may be any text. */
export const pathOf = ({ tenantDomain }: Site, slug: string): string =>
  tenantDomain?.slug === slug ? '/' : `/c/${encodeURIComponent(slug)}`;
