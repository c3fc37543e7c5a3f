import { PURCHASES_LINK_MINUTES } from '#domain/purchase.ts';

type AskFormProps = { typed?: string; problem?: string | null };

/** Requests a sign-in link by email. */
export const AskForm = ({ typed = '', problem = null }: AskFormProps) => (
  <form className="pu-ask" method="post" action="/purchases">
    <label htmlFor="email">Email address</label>
    <input
      id="email"
      name="email"
      type="email"
      className="pu-in"
      autoComplete="email"
      required
      maxLength={254}
      defaultValue={typed}
      aria-invalid={problem !== null || undefined}
      aria-describedby={problem === null ? 'email-note' : 'email-problem'}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the error message of the submitted form is here
      autoFocus={problem !== null}
    />
    {problem === null ? (
      <p className="pu-note" id="email-note">
        The one that you paid with. We mail a link to it that works once, within {PURCHASES_LINK_MINUTES}{' '}
        minutes. There is no password and no account.
      </p>
    ) : (
      <p className="pu-problem" id="email-problem" role="alert">
        {problem}
      </p>
    )}
    <button className="pu-key" name="intent" value="ask">
      Send me a link
    </button>
  </form>
);
