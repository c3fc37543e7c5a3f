import { getAccessToken } from './session.ts';

async function fetchWithToken(endpoint: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${await getAccessToken()}` };
  return fetch(`/auth/v1/${endpoint}`, { headers });
}

/**
 * Reads from an auth endpoint without the auth client, whose script is large. The client repeats a failed request, because
 * it knows what each error means for the session.
 */
export async function readAuthData<Data>(endpoint: string, readWithClient: () => Promise<Data>): Promise<Data> {
  const response = await fetchWithToken(endpoint).catch(() => null);
  const data: Data | null = response?.ok ? await response.json().catch(() => null) : null;
  return data ?? readWithClient();
}
