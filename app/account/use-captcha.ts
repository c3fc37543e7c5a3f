import { useCallback, useState } from 'react';

import type { CaptchaSite } from './captcha-script.ts';

export type Captcha = {
  /** Null where none is asked for. */
  site: CaptchaSite | null;
  /** Counts the widgets: each answer is good for one try. */
  round: number;
  /** Something was pressed before the check was done. */
  missed: boolean;
  give: (token: string | null) => void;
  /** Runs what needs the answer, then asks for a new one; false when there is none yet. */
  spend: (act: (proof: { captchaToken?: string }) => Promise<void>) => Promise<boolean>;
};

/** A person's answer to the captcha, for one try each. */
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
