import type { Context } from '#server/context.ts';

/** The kinds of links in mails, in the client's words. */
export type LinkType = 'email' | 'signup' | 'recovery' | 'email_change';

/** The page of ours whose button shows the token. `next`: where it leads afterwards, a path of ours. */
export function confirmLink(
  { config }: Pick<Context, 'config'>,
  { token, type, next }: { token: string; type: LinkType; next: string | null },
): string {
  const link = new URL('/auth/confirm', config.appUrl);
  link.searchParams.set('token_hash', token);
  link.searchParams.set('type', type);
  if (next !== null) link.searchParams.set('next', next);
  return link.href;
}
