import { z } from 'zod';

import type { Provider } from './identity-provider.ts';
import { profileFrom, type Profile } from './profile.ts';

const User = z.object({ id: z.number().int().positive(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Fetches the GitHub user. Uses the numeric id, which never changes, and only the primary email address. */
export async function githubProfile(
  provider: Provider,
  accessToken: string,
  signal: AbortSignal,
): Promise<Profile> {
  const user = provider.server.userinfo_endpoint ?? '';
  const ask = async <T extends z.ZodType>(address: string, shape: T): Promise<z.infer<T>> => {
    const answer = await provider.fetch(address, {
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${accessToken}`,
        'User-Agent': 'Tillwright',
      },
      redirect: 'error',
      signal,
    });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`);
    return shape.parse(await answer.json());
  };
  const [{ id, name, login }, emails] = await Promise.all([ask(user, User), ask(`${user}/emails`, Emails)]);
  const first = emails.find(({ primary }) => primary);
  return profileFrom('github', {
    id: String(id),
    email: first?.email,
    emailVerified: first?.verified ?? false,
    name: name || login,
  });
}
