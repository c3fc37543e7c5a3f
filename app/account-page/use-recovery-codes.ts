import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';

import { useAct } from '#app/session/use-act.ts';

/** Generates recovery codes, replacing existing ones. Resolves to null on failure. */
export function useRecoveryCodes() {
  const { busy, run } = useAct();
  const make = async (held: boolean): Promise<string[] | null> => {
    const { recoveryCodes } = authClient().mfa;
    let codes: string[] | null = null;
    await run(
      async () => {
        codes = (await taken(held ? recoveryCodes.regenerate() : recoveryCodes.generate())).codes;
      },
      { failed: 'No recovery codes were made' },
    );
    return codes;
  };
  return { busy, make };
}
