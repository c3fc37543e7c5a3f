type Answer = { data?: unknown; error: Error | null };

/** What the answer holds when nothing was refused. */
type Taken<A> = Extract<A, { error: null }> extends { data: infer D } ? D : null;

/** What an answer of the auth client holds. Throws the error that it holds otherwise. */
export async function taken<A extends Answer>(answer: Promise<A>): Promise<Taken<A>> {
  const { data, error } = await answer;
  if (error) throw error;
  return data as Taken<A>;
}
