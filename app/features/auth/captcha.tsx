import { useEffect, useId, useRef, useState, useCallback } from 'react';

import { FieldError } from '#app/components/field.tsx';
import { authMessages } from '#content/messages/auth.ts';
import type { SignInOptions } from '#domain/account.ts';

type CaptchaSite = NonNullable<SignInOptions['captcha']>;

export type Captcha = {
  /** Null where no captcha is required. */
  site: CaptchaSite | null;
  /** React key of the widget. Changes with each token, because a token is valid for one attempt. */
  widgetKey: number;
  /** The user submitted before completing the captcha. */
  isMissing: boolean;
  provideToken: (token: string | null) => void;
  /** Runs an action with the token, then requests a new one. Resolves to false without a token. */
  withToken: (action: (captchaInput: { captchaToken?: string }) => Promise<unknown>) => Promise<boolean>;
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

type WidgetOptions = {
  sitekey: string;
  theme: 'light' | 'dark';
  size?: 'flexible' | 'normal' | 'compact';
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
};

/** Global API of both providers' scripts. */
type CaptchaApi = {
  render: (container: HTMLElement, options: WidgetOptions) => unknown;
  remove: (id: never) => void;
};

const SCRIPT_URLS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
} as const;

const apiPromises = new Map<CaptchaSite['kind'], Promise<CaptchaApi>>();

const getCaptchaApi = (kind: CaptchaSite['kind']): CaptchaApi | undefined =>
  (window as Partial<Record<CaptchaSite['kind'], CaptchaApi>>)[kind];

/** Loads the provider's script once. A failed load is tried again by the next caller. */
function loadCaptchaApi(kind: CaptchaSite['kind']): Promise<CaptchaApi> {
  const existing = apiPromises.get(kind);
  if (existing) return existing;
  const apiPromise = new Promise<CaptchaApi>((resolve, reject) => {
    const script = document.createElement('script');
    const handleError = () => {
      apiPromises.delete(kind);
      script.remove();
      reject(new Error('The captcha could not be loaded'));
    };
    script.src = SCRIPT_URLS[kind];
    script.async = true;
    script.addEventListener('error', handleError);
    script.addEventListener('load', () => {
      const captchaApi = getCaptchaApi(kind);
      if (captchaApi) resolve(captchaApi);
      else handleError();
    });
    document.head.append(script);
  });
  apiPromises.set(kind, apiPromise);
  return apiPromise;
}

const isDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** Renders the provider's widget. `error` is null while it works. */
function useProviderWidget({ site, provideToken }: Pick<Captcha, 'site' | 'provideToken'>) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const container = containerRef.current;
    if (!site || !container) return;
    let isUnmounted = false;
    let removeWidget = () => undefined as void;
    const handleFailure = () => setError(authMessages.captcha.failed);
    loadCaptchaApi(site.kind).then((captchaApi) => {
      if (isUnmounted) return;
      const id = captchaApi.render(container, {
        sitekey: site.siteKey,
        theme: isDark() ? 'dark' : 'light',
        ...(site.kind === 'turnstile' ? { size: 'flexible' } : {}),
        callback: (token) => {
          setError(null);
          provideToken(token);
        },
        'expired-callback': () => provideToken(null),
        'error-callback': handleFailure,
      });
      removeWidget = () => captchaApi.remove(id as never);
    }, handleFailure);
    return () => {
      isUnmounted = true;
      removeWidget();
    };
  }, [site, provideToken]);
  return { containerRef, error };
}

function ProviderWidget({ captcha }: { captcha: Captcha }) {
  const { containerRef, error } = useProviderWidget(captcha);
  const id = useId();
  const message = error ?? (captcha.isMissing ? authMessages.captcha.incomplete : null);
  return (
    <div className="captcha" role="group" aria-label={authMessages.captcha.label} aria-describedby={id}>
      <div ref={containerRef} className="captcha-box" data-failed={error !== null} />
      <div id={id} role="status">
        {message && <FieldError>{message}</FieldError>}
      </div>
    </div>
  );
}

/** The captcha widget where a captcha is required. A used token renders a new widget. */
export const CaptchaWidget = ({ captcha }: { captcha: Captcha }) =>
  captcha.site && <ProviderWidget key={captcha.widgetKey} captcha={captcha} />;
