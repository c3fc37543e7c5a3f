import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';

import { loadCaptcha } from './captcha-script.ts';
import type { Captcha } from './use-captcha.ts';

const UNREACHABLE =
  'The check that you are a person could not be loaded. If something blocks it, allow it, and reload this page.';
const UNFINISHED = 'Please finish this check first.';

const isDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches;

/** Renders the provider's widget. `error` is null while it works. */
function useWidget({ site, give }: Pick<Captcha, 'site' | 'give'>) {
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const inside = box.current;
    if (!site || !inside) return;
    let gone = false;
    let remove = () => undefined as void;
    const failed = () => setProblem(UNREACHABLE);
    loadCaptcha(site.kind).then((widgets) => {
      if (gone) return;
      const id = widgets.render(inside, {
        sitekey: site.siteKey,
        theme: isDark() ? 'dark' : 'light',
        ...(site.kind === 'turnstile' ? { size: 'flexible' } : {}),
        callback: (token) => {
          setProblem(null);
          give(token);
        },
        'expired-callback': () => give(null),
        'error-callback': failed,
      });
      remove = () => widgets.remove(id as never);
    }, failed);
    return () => {
      gone = true;
      remove();
    };
  }, [site, give]);
  return { box, problem };
}

function Widget({ captcha }: { captcha: Captcha }) {
  const { box, problem } = useWidget(captcha);
  const id = useId();
  const words = problem ?? (captcha.missed ? UNFINISHED : null);
  return (
    <div className="captcha" role="group" aria-label="Show that you are a person" aria-describedby={id}>
      <div ref={box} className="captcha-box" data-failed={problem !== null} />
      <div id={id} role="status">
        {words && (
          <p className="err">
            <CircleAlert className="i" aria-hidden="true" />
            <span>{words}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** The captcha widget where a captcha is required. A used token renders a new widget. */
export const CaptchaBox = ({ captcha }: { captcha: Captcha }) =>
  captcha.site && <Widget key={captcha.round} captcha={captcha} />;
