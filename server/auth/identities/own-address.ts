import { AuthError } from '#server/auth/auth-error.ts';

const LONGEST = 2048;

/**
 * The address to go on to, whole, when it is one of this site; a path counts from its root. Throws AuthError
 * 'validation_failed'.
 */
export function ownAddress(appUrl: string, text: string): string {
  const url = text.length <= LONGEST ? URL.parse(text, appUrl) : null;
  // 'blob:' and the like have an origin, too.
  const isOurs = url?.origin === appUrl && /^https?:$/.test(url.protocol);
  if (!url || !isOurs || url.username !== '' || url.password !== '') {
    throw new AuthError('validation_failed', { message: 'redirect_to must be an address of this site' });
  }
  return url.href;
}
