import { z } from 'zod';

import type { Provider } from './identity-provider.ts';
import { buildProfile, type Profile } from './profile.ts';

const GithubUser = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
});
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** Fetches the GitHub user. Uses the numeric id, which never changes, and only the primary email address. */
export async function fetchGithubProfile(
  provider: Provider,
  accessToken: string,
  signal: AbortSignal,
): Promise<Profile> {
  const userUrl = provider.server.userinfo_endpoint ?? '';
  const fetchJson = async <T extends z.ZodType>(url: string, schema: T): Promise<z.infer<T>> => {
    const response = await provider.fetch(url, {
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${accessToken}`,
        'User-Agent': 'Tillwright',
      },
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return schema.parse(await response.json());
  };
  const [{ id, name, login }, emails] = await Promise.all([
    fetchJson(userUrl, GithubUser),
    fetchJson(`${userUrl}/emails`, GithubEmails),
  ]);
  const primaryEmail = emails.find(({ primary }) => primary);
  return buildProfile('github', {
    id: String(id),
    email: primaryEmail?.email,
    emailVerified: primaryEmail?.verified ?? false,
    name: name || login,
  });
}
