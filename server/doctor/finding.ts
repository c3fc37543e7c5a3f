/** `later`: nothing to do in the sandbox, but required for live mode. */
export type State = 'ok' | 'later' | 'warning' | 'wrong';

/** Result of one check and its remedy. Names variables, never their values. */
export type Finding = { part: string; state: State; says: string; remedy?: string };

type Say = (says: string, remedy?: string) => Finding;

/** Creates findings about one part of the installation. */
export function about(part: string): Record<State, Say> {
  const say =
    (state: State): Say =>
    (says, remedy) => ({ part, state, says, ...(remedy && { remedy }) });
  return { ok: say('ok'), later: say('later'), warning: say('warning'), wrong: say('wrong') };
}

/** Runs a check; a check that throws becomes a finding. */
export async function asked(part: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [
      about(part).wrong(`could not be looked at: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
}
