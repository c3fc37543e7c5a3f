type AuthResponse = { data?: unknown; error: Error | null };

/** The data of a response without an error. */
type ResponseData<A> = Extract<A, { error: null }> extends { data: infer D } ? D : null;

/** Returns the data of an auth client response, or throws its error. */
export async function unwrapAuthResponse<A extends AuthResponse>(response: Promise<A>): Promise<ResponseData<A>> {
  const { data, error } = await response;
  if (error) throw error;
  return data as ResponseData<A>;
}
