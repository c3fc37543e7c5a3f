import { useState } from 'react';
import { Link } from 'react-router';

import { authProblem, confirmEmail } from '#app/session/session.ts';
import { Key, keyClass } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

type Props = { tokenHash: string | null; onDone: () => void };

function Spent() {
  return (
    <div className="account-head" role="alert">
      <h1 className="h1">This link does not work any more</h1>
      <p className="muted">This link has been used or is older than an hour.</p>
      <Link className={keyClass('primary', 'lg', 'account-go')} to="/auth">
        To the sign-in page
      </Link>
    </div>
  );
}

/** The page behind a mail's link. Opening it uses nothing up; its button does. */
export function ConfirmCard({ tokenHash, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [spent, setSpent] = useState(!tokenHash);
  if (spent || !tokenHash) return <Spent />;
  const confirm = async () => {
    setBusy(true);
    try {
      await confirmEmail(tokenHash);
      toast({ title: 'Welcome back!' });
      onDone();
    } catch (error) {
      toast({ title: 'Error', message: authProblem(error) }, { destructive: true });
      setSpent(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="account-head">
      <h1 className="h1">One more press</h1>
      <p className="muted">You opened the link from our mail. The button signs you in on this device.</p>
      <noscript>
        <p className="banner">Signing in needs JavaScript. Please switch it on for this site.</p>
      </noscript>
      <Key
        kind="primary"
        size="lg"
        className="account-go"
        onClick={() => void confirm()}
        busy={busy && 'Signing in...'}
      >
        Sign in
      </Key>
    </div>
  );
}
