import type { SignInOptions } from '#domain/account.ts';

export type CaptchaSite = NonNullable<SignInOptions['captcha']>;

type Options = {
  sitekey: string;
  theme: 'light' | 'dark';
  size?: 'flexible' | 'normal' | 'compact';
  callback: (token: string) => void;
  'expired-callback': () => void;
  'error-callback': () => void;
};

/** Global API of both providers' scripts. */
type Widgets = { render: (box: HTMLElement, options: Options) => unknown; remove: (id: never) => void };

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
} as const;

const loaded = new Map<CaptchaSite['kind'], Promise<Widgets>>();

const widgetsOf = (kind: CaptchaSite['kind']): Widgets | undefined =>
  (window as Partial<Record<CaptchaSite['kind'], Widgets>>)[kind];

/** Loads the provider's script once. A failed load is tried again by the next caller. */
export function loadCaptcha(kind: CaptchaSite['kind']): Promise<Widgets> {
  const known = loaded.get(kind);
  if (known) return known;
  const loading = new Promise<Widgets>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      loaded.delete(kind);
      script.remove();
      reject(new Error('The captcha could not be loaded'));
    };
    script.src = SCRIPTS[kind];
    script.async = true;
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      const widgets = widgetsOf(kind);
      if (widgets) resolve(widgets);
      else fail();
    });
    document.head.append(script);
  });
  loaded.set(kind, loading);
  return loading;
}
