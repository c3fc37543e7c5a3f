import { useCallback, useState } from 'react';

import type { CaptchaSite } from './captcha-script.ts';

export type Captcha = {
  /** Null where no captcha is required. */
  site: CaptchaSite | null;
  /** React key of the widget. Changes with each token, because a token is valid for one attempt. */
  round: number;
  /** The user submitted before completing the captcha. */
  missed: boolean;
  give: (token: string | null) => void;
  /** Runs an action with the token, then requests a new one. Resolves to false without a token. */
  spend: (act: (proof: { captchaToken?: string }) => Promise<void>) => Promise<boolean>;
};

/** Holds a captcha token, which is valid for one attempt. */
export function useCaptcha(site: CaptchaSite | null): Captcha {
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [missed, setMissed] = useState(false);
  const give = useCallback((given: string | null) => {
    setToken(given);
    setMissed(false);
  }, []);
  const spend: Captcha['spend'] = async (act) => {
    if (site && !token) {
      setMissed(true);
      return false;
    }
    try {
      await act(token ? { captchaToken: token } : {});
    } finally {
      setToken(null);
      setRound((last) => last + 1);
    }
    return true;
  };
  return { site, round, missed, give, spend };
}
