import type { Context as Call } from 'hono';

import type { PlanId } from '#domain/plans.ts';
import { hasOwnDomains } from '#domain/reach.ts';
import { hasAccess } from '#domain/subscription.ts';

/** What stands at the root of a seller's own name. */
export type Root = {
  host: string;
  sellerId: string;
  /** Null: nothing does. */
  pageId: string | null;
  /** Its address at the shop now; null of a page that was never published, or was deleted. */
  slug: string | null;
  plan: PlanId | null;
  accessUntil: Date | null;
};

/** Where a request stands: at the shop itself, or at a name of a seller's own. */
export type Site = {
  /** As people type it: everything that is said about this place is said with it. */
  origin: string;
  /** Null: this is the shop. */
  root: Root | null;
};

/** What the gate hands to the doors beside the request. */
export type SiteEnv = { site?: Site };

/** Where a call was made, as the gate has judged it; whoever calls from inside stands at the shop. */
export const siteOf = (call: Call, shop: Site): Site => (call.env as SiteEnv | undefined)?.site ?? shop;

/** Whether the seller's plan has names of their own at a moment of the business clock. */
export const isAllowed = ({ plan, accessUntil }: Pick<Root, 'plan' | 'accessUntil'>, now: Date): boolean =>
  hasOwnDomains(plan, hasAccess(accessUntil && { accessUntil }, now));

/** Whether a page may be looked at and paid here: at the shop every one, at a seller's name the one at its root. */
export const isOf = ({ root }: Site, pageId: string): boolean => root === null || root.pageId === pageId;

/** The path of a page at a site, whatever was asked for as its slug. */
export const pathOf = ({ root }: Site, slug: string): string =>
  root?.slug === slug ? '/' : `/c/${encodeURIComponent(slug)}`;
