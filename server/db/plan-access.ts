import { and, eq, gt } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import { pages } from './schema-pages.ts';
import { planSubscriptions } from './schema-plans.ts';

/** Joins a page with the plan of its seller. */
export const planOfPage = (mode: Mode) =>
  and(eq(planSubscriptions.sellerId, pages.sellerId), eq(planSubscriptions.mode, mode));

/** The same, of those whose plan gives access: what `hasAccess` says, in SQL. */
export const accessOfPage = (mode: Mode, now: Date) =>
  and(planOfPage(mode), gt(planSubscriptions.accessUntil, now));
