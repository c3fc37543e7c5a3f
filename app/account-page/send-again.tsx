import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { Key } from '#app/ui/key.tsx';

import { useAct } from '#app/session/use-act.ts';

type ResendProps = { type: 'signup' | 'email_change'; email: string };

/** Resends an email with a confirmation link. */
export function SendAgain({ type, email }: ResendProps) {
  const { busy, run } = useAct();
  const send = () =>
    run(
      () =>
        taken(
          authClient().resend({
            type,
            email,
            options: { emailRedirectTo: `${window.location.origin}/account` },
          }),
        ),
      {
        done: { title: 'Mail sent', message: `Look into the mailbox of ${email}.` },
        failed: 'The mail was not sent',
      },
    );
  return (
    <Key size="sm" onClick={() => void send()} busy={busy && 'Sending...'}>
      Send again
    </Key>
  );
}
