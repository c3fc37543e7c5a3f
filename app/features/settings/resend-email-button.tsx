import { Button } from '#app/components/button.tsx';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';

type ResendProps = { type: 'signup' | 'email_change'; email: string };

/** Resends an email with a confirmation link. */
export function ResendEmailButton({ type, email }: ResendProps) {
  const { busy, run } = useAction(
    () =>
      unwrapAuthResponse(
        authClient().resend({ type, email, options: { emailRedirectTo: `${window.location.origin}/account` } }),
      ),
    {
      success: { title: 'Mail sent', message: `Check the inbox of ${email}.` },
      failureTitle: 'The mail was not sent',
    },
  );
  return (
    <Button size="sm" onClick={() => void run()} busyLabel={busy && 'Sending...'}>
      Send again
    </Button>
  );
}
