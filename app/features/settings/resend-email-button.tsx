import { Button } from '#app/components/button.tsx';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { useAction } from '#app/lib/use-action.ts';

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
