import type { SignInOptions } from '#domain/account.ts';

export type CaptchaSite = NonNullable<SignInOptions['captcha']>;

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
export function loadCaptchaApi(kind: CaptchaSite['kind']): Promise<CaptchaApi> {
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
