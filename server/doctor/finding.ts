/** `later`: nothing to do in the sandbox, and needed for real money. */
export type State = 'ok' | 'later' | 'warning' | 'wrong';

/** How one thing stands, and what to do about it. Names variables, never their values. */
export type Finding = { part: string; state: State; says: string; remedy?: string };

type Say = (says: string, remedy?: string) => Finding;

/** Findings about one part of the shop. */
export function about(part: string): Record<State, Say> {
  const say =
    (state: State): Say =>
    (says, remedy) => ({ part, state, says, ...(remedy && { remedy }) });
  return { ok: say('ok'), later: say('later'), warning: say('warning'), wrong: say('wrong') };
}

/** What cannot be found out is a finding, too. */
export async function asked(part: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [
      about(part).wrong(`could not be looked at: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}
