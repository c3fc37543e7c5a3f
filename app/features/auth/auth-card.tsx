import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { authMessages } from '#content/messages/auth.ts';

import { useCountdown } from './use-countdown.ts';

type AuthCardHeaderProps = {
  title: string;
  text: ReactNode;
  /** Focuses the title on mount, because the card replaces what the user clicked. */
  focusTitle?: boolean;
  /** The card's action, where it has no form. */
  children?: ReactNode;
};

/** Title and explanation of a card, with the action of a card without a form. */
export function AuthCardHeader({ title, text, focusTitle = false, children }: AuthCardHeaderProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) headingRef.current?.focus();
  }, [focusTitle]);
  return (
    <div className="auth-card__header">
      <h1 className={focusTitle ? 'h1 spoken' : 'h1'} tabIndex={focusTitle ? -1 : undefined} ref={headingRef}>
        {title}
      </h1>
      <p className="muted">{text}</p>
      {children}
    </div>
  );
}

export const AuthButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="primary" size="lg" className="button--full-width" {...props} />
);

const RESEND_COOLDOWN_S = 60;

/** Seconds until a code may be sent again, and a function that restarts them. */
export const useResendCooldown = (startsRunning: boolean) => useCountdown(RESEND_COOLDOWN_S, startsRunning);

type ResendButtonProps = { secondsLeft: number; busy: boolean; onResend: () => void };

export const ResendButton = ({ secondsLeft, busy, onResend }: ResendButtonProps) => (
  <Button
    variant="bare"
    aria-disabled={secondsLeft > 0}
    busyLabel={busy && authMessages.resend.busy}
    onClick={() => secondsLeft === 0 && onResend()}
  >
    {secondsLeft > 0 ? authMessages.resend.countdown({ seconds: secondsLeft }) : authMessages.resend.button}
  </Button>
);
