type Answer = { data?: unknown; error: Error | null };

/** The data of a response without an error. */
type Taken<A> = Extract<A, { error: null }> extends { data: infer D } ? D : null;

/** Returns the data of an auth client response, or throws its error. */
export async function taken<A extends Answer>(answer: Promise<A>): Promise<Taken<A>> {
  const { data, error } = await answer;
  if (error) throw error;
  return data as Taken<A>;
}
