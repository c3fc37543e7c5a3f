import type { Context } from '#server/context.ts';

/** The kinds of links in mails, in the client's words. */
export type LinkType = 'email' | 'signup' | 'recovery' | 'email_change';

/**
 * The page of ours whose button shows the token. `next`: where it leads afterwards, a path of ours. `userId`: by which the page
 * recognizes a browser that is signed in to this account.
 */
export function confirmLink(
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
