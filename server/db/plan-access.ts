import { and, eq, gt } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import { pages } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

/** Join condition of a page and its seller's plan. */
export const isPlanOfPage = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, pages.sellerId), eq(planSubscriptions.mode, mode));

/** Join condition limited to plans with access: `hasAccess` in SQL. */
export const isActivePlanOfPage = (mode: Mode, now: Date) =>
  and(isPlanOfPage(mode), gt(planSubscriptions.accessUntil, now));
