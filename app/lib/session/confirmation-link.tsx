import { useMutation } from '@tanstack/react-query';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { sessionMessages } from '#content/messages/session.ts';

import { RpcError } from '../rpc/rpc-error.ts';
import { callAuth, getAuthErrorMessage, useSession } from './session.ts';

const messages = sessionMessages.confirmationLink;

/** Error code of RPC functions and auth endpoints for an unconfirmed email address. */
const NOT_CONFIRMED = 'email_not_confirmed';

const resendConfirmation = (email: string): Promise<unknown> =>
  callAuth((auth) =>
    auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${window.location.origin}/account` },
    }),
  );

/** Sends the confirmation link and reports the result in a toast. */
async function sendConfirmationLink(email: string): Promise<void> {
  try {
    await resendConfirmation(email);
    toast({ title: messages.sent, message: messages.sentDescription({ email }) });
  } catch (error) {
    toast({ title: messages.failed, message: getAuthErrorMessage(error) }, { destructive: true });
  }
}

/** Returns the toast's button for an action that needs a confirmed address; undefined for every other error. */
export function getConfirmationLinkAction(error: unknown): { label: string; onClick: () => void } | undefined {
  if (!(error instanceof RpcError) || error.code !== NOT_CONFIRMED) return undefined;
  const { email } = error.details;
  if (typeof email !== 'string') return undefined;
  return { label: messages.send, onClick: () => void sendConfirmationLink(email) };
}

/** The same button for a form, below the field's error. */
export function ConfirmationLinkButton({ code }: { code: string | null }) {
  const { user } = useSession();
  const { mutate, status } = useMutation({ mutationFn: resendConfirmation });
  const email = user?.email;
  if (code !== NOT_CONFIRMED || !email) return null;
  if (status === 'success') return <p role="status">{messages.sentInForm({ email })}</p>;
  return (
    <p>
      <Button size="sm" onClick={() => mutate(email)} busyLabel={status === 'pending' && messages.sending}>
        {messages.send}
      </Button>
      {status === 'error' && <span role="alert"> {messages.failedInForm}</span>}
    </p>
  );
}
