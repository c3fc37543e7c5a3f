import { CallError } from '#app/session/call-error.ts';
import type { PageProblem } from '#domain/page-problems.ts';

const isProblem = (value: unknown): value is PageProblem =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Returns the field errors of a rejected publication. */
export function refusedProblems(error: unknown): PageProblem[] {
  if (!(error instanceof CallError)) return [];
  if (error.code === 'slug_taken') return [{ field: 'customSlug', message: error.message }];
  const { problems } = error.facts;
  return error.code === 'page_invalid' && Array.isArray(problems) ? problems.filter(isProblem) : [];
}

const numberOf = (fact: unknown): number | null => (typeof fact === 'number' ? fact : null);

const isElsewhere = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'draft_changed';

/** Returns the current revision from a conflict error; null for any other error. */
export const changedRevision = (error: unknown): { revision: number | null } | null =>
  isElsewhere(error) ? { revision: numberOf(error.facts.revision) } : null;

/** Returns the version published elsewhere from a conflict error; null for any other error. */
export const changedVersion = (error: unknown): number | null =>
  isElsewhere(error) ? numberOf(error.facts.version) : null;
