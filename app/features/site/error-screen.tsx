import type { ReactNode } from 'react';

import { CashRegisterIllustration } from '#app/components/cash-register-illustration.tsx';
import { siteMessages } from '#content/messages/site.ts';

type Props = { title: string; text: string; code: string; children: ReactNode };

/** An error page with an illustration that shows the status code. */
export function ErrorScreen({ title, text, code, children }: Props) {
  return (
    <main id="main" className="lost on-enamel">
      <div className="wrap">
        <div className="lost-words">
          <h1 className="d2">{title}</h1>
          <p className="lead">{text}</p>
          <div className="acts">{children}</div>
        </div>
        <CashRegisterIllustration displayText={code} label={siteMessages.errors.illustration({ code })} />
      </div>
    </main>
  );
}

export const NOT_FOUND_COPY = {
  ...siteMessages.errors.notFound,
  code: '404',
} as const;
