import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { Button } from '#app/ui/key.tsx';

import { useAction } from '#app/session/use-act.ts';

type ResendProps = { type: 'signup' | 'email_change'; email: string };

/** Resends an email with a confirmation link. */
export function ResendEmailButton({ type, email }: ResendProps) {
  const { busy, run } = useAction();
  const resend = () =>
    run(
      () =>
        unwrapAuthResponse(
          authClient().resend({
            type,
            email,
            options: { emailRedirectTo: `${window.location.origin}/account` },
          }),
        ),
      {
        success: { title: 'Mail sent', message: `Look into the mailbox of ${email}.` },
        failureTitle: 'The mail was not sent',
      },
    );
  return (
    <Button size="sm" onClick={() => void resend()} busyLabel={busy && 'Sending...'}>
      Send again
    </Button>
  );
}
