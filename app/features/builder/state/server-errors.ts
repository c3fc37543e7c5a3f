import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import type { FieldError } from '#domain/page-fields.ts';

/** Returns the field errors of a rejected publication. */
export function parseFieldErrors(error: unknown): FieldError[] {
  if (!(error instanceof RpcError)) return [];
  if (error.code === 'slug_taken') return [{ field: 'customSlug', message: error.message }];
  return error.code === 'page_invalid' ? ((error.details.problems ?? []) as FieldError[]) : [];
}

const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const isConflict = (error: unknown): error is RpcError => error instanceof RpcError && error.code === 'draft_changed';

/** Returns the current revision from a conflict error; null for any other error. */
export const getConflictRevision = (error: unknown): { revision: number | null } | null =>
  isConflict(error) ? { revision: toNumber(error.details.revision) } : null;

/** Returns the version published elsewhere from a conflict error; null for any other error. */
export const getConflictVersion = (error: unknown): number | null =>
  isConflict(error) ? toNumber(error.details.version) : null;
