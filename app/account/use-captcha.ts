import { useCallback, useState } from 'react';

import type { CaptchaSite } from './captcha-script.ts';

export type Captcha = {
  /** Null where no captcha is required. */
  site: CaptchaSite | null;
  /** React key of the widget. Changes with each token, because a token is valid for one attempt. */
  widgetKey: number;
  /** The user submitted before completing the captcha. */
  isMissing: boolean;
  provideToken: (token: string | null) => void;
  /** Runs an action with the token, then requests a new one. Resolves to false without a token. */
  withToken: (action: (captchaInput: { captchaToken?: string }) => Promise<void>) => Promise<boolean>;
};

/** Holds a captcha token, which is valid for one attempt. */
export function useCaptcha(site: CaptchaSite | null): Captcha {
  const [token, setToken] = useState<string | null>(null);
  const [widgetKey, setWidgetKey] = useState(0);
  const [isMissing, setIsMissing] = useState(false);
  const provideToken = useCallback((newToken: string | null) => {
    setToken(newToken);
    setIsMissing(false);
  }, []);
  const withToken: Captcha['withToken'] = async (action) => {
    if (site && !token) {
      setIsMissing(true);
      return false;
    }
    try {
      await action(token ? { captchaToken: token } : {});
    } finally {
      setToken(null);
      setWidgetKey((previous) => previous + 1);
    }
    return true;
  };
  return { site, widgetKey, isMissing, provideToken, withToken };
}
