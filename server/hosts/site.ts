import type { Context as Call } from 'hono';

import type { PlanId } from '#domain/plans.ts';
import { hasOwnDomains } from '#domain/reach.ts';
import { hasAccess } from '#domain/subscription.ts';

/** A seller's domain with the page at its root. */
export type Root = {
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
  root: Root | null;
};

/** Environment that the host router passes with a request. */
export type SiteEnv = { site?: Site };

/** Returns the site that the host router chose; calls without one belong to the main site. */
export const siteOf = (call: Call, shop: Site): Site => (call.env as SiteEnv | undefined)?.site ?? shop;

/** Returns whether the seller's plan includes custom domains at a time of the business clock. */
export const isAllowed = ({ plan, accessUntil }: Pick<Root, 'plan' | 'accessUntil'>, now: Date): boolean =>
  hasOwnDomains(plan, hasAccess(accessUntil && { accessUntil }, now));

/** Returns whether a page is served at a site: every page on the main site, the page at the root on a seller's domain. */
export const isOf = ({ root }: Site, pageId: string): boolean => root === null || root.pageId === pageId;

/** Returns the path of a page at a site; the slug may be any text. */
export const pathOf = ({ root }: Site, slug: string): string =>
  root?.slug === slug ? '/' : `/c/${encodeURIComponent(slug)}`;
