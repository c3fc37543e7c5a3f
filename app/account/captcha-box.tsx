import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { loadCaptchaApi } from './captcha-script.ts';
import type { Captcha } from './use-captcha.ts';

const UNREACHABLE_MESSAGE =
  'The check that you are a person could not be loaded. If something blocks it, allow it, and reload this page.';
const UNFINISHED_MESSAGE = 'Please finish this check first.';

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
    const handleFailure = () => setError(UNREACHABLE_MESSAGE);
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
  const message = error ?? (captcha.isMissing ? UNFINISHED_MESSAGE : null);
  return (
    <div className="captcha" role="group" aria-label="Show that you are a person" aria-describedby={id}>
      <div ref={containerRef} className="captcha-box" data-failed={error !== null} />
      <div id={id} role="status">
        {message && (
          <p className="err">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{message}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** The captcha widget where a captcha is required. A used token renders a new widget. */
export const CaptchaWidget = ({ captcha }: { captcha: Captcha }) =>
  captcha.site && <ProviderWidget key={captcha.widgetKey} captcha={captcha} />;
