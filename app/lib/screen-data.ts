import { useOutletContext } from 'react-router';

import type { SignInOptions } from '#domain/account.ts';

/** What screens know of the server. It never changes while the server runs. */
export type ScreenData = {
  appUrl: string;
  sandbox: boolean;
  signInOptions: SignInOptions;
  /** URL of the sandbox's webhook receiver. */
  receiver: string | null;
};

/** Data of the layout `routes/screens.tsx`. */
export const useScreenData = (): ScreenData => useOutletContext<ScreenData>();
