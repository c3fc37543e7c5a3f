import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';

import { useAction } from '#app/session/use-act.ts';

/** Generates recovery codes, replacing existing ones. Resolves to null on failure. */
export function useRecoveryCodes() {
  const { busy, run } = useAction();
  const generate = async (hasCodes: boolean): Promise<string[] | null> => {
    const { recoveryCodes } = authClient().mfa;
    let codes: string[] | null = null;
    await run(
      async () => {
        codes = (await unwrapAuthResponse(hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate())).codes;
      },
      { failureTitle: 'No recovery codes were made' },
    );
    return codes;
  };
  return { busy, generate };
}
