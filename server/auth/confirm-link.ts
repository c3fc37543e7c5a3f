import type { Context } from '#server/context.ts';

/** Types of email links, as in GoTrue. */
export type LinkType = 'email' | 'signup' | 'recovery' | 'email_change';

/**
 * Builds the link to our confirmation page, whose button submits the token. `next`: the path that the page opens
 * afterwards. `userId` lets the page detect a browser that is signed in to this account.
 */
export function createConfirmLink(
  { config }: Pick<Context, 'config'>,
  { token, type, next, userId }: { token: string; type: LinkType; next: string | null; userId?: string },
): string {
  const link = new URL('/auth/confirm', config.appUrl);
  link.searchParams.set('token_hash', token);
  link.searchParams.set('type', type);
  if (userId !== undefined) link.searchParams.set('account', userId);
  if (next !== null) link.searchParams.set('next', next);
  return link.href;
}
