import { and, eq, gt } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import { pages } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

/** Join condition of a page and its seller's plan. */
export const planOfPage = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, pages.sellerId), eq(planSubscriptions.mode, mode));

/** Join condition limited to plans with access: `hasAccess` in SQL. */
export const accessOfPage = (mode: Mode, now: Date) =>
  and(planOfPage(mode), gt(planSubscriptions.accessUntil, now));
