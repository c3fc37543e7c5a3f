import { purchaseMessages } from '#content/messages/purchases.ts';
import { PURCHASES_LINK_MINUTES, PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

const { open, sent, signIn } = purchaseMessages;

/** Confirms with a button, because link previews must not consume the link. */
export const OpenPurchasesForm = ({ token }: { token: string }) => (
  <>
    <p className="buyer-portal__lead">{open.lead}</p>
    <form className="sign-in-link-form" method="post" action="/purchases/open">
      <input type="hidden" name="token" value={token} />
      <button className="buyer-portal__button">{open.submit}</button>
      <p className="buyer-portal__note">{open.hint({ hours: PURCHASES_SESSION_HOURS })}</p>
    </form>
  </>
);

/** Replaces the form after the link was requested. It never says whether there are purchases. */
export const LinkSent = () => (
  <>
    <div role="status">
      <h1>{sent.title}</h1>
      <p className="buyer-portal__lead">{purchaseMessages.notices.sent({ minutes: PURCHASES_LINK_MINUTES })}</p>
    </div>
    <p>
      <a className="buyer-portal__button--secondary" href="/purchases">
        {sent.useOtherEmail}
      </a>
    </p>
  </>
);

type SignInLinkFormProps = { email?: string; error?: string | null };

/** Requests a sign-in link by email. */
export const SignInLinkForm = ({ email = '', error = null }: SignInLinkFormProps) => (
  <form className="sign-in-link-form" method="post" action="/purchases">
    <label htmlFor="email">{signIn.email}</label>
    <input
      id="email"
      name="email"
      type="email"
      className="sign-in-link-form__input"
      autoComplete="email"
      required
      maxLength={254}
      defaultValue={email}
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? 'email-note' : 'email-problem'}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the error message of the submitted form is here
      autoFocus={error !== null}
    />
    {error === null ? (
      <p className="buyer-portal__note" id="email-note">
        {signIn.emailHint({ minutes: PURCHASES_LINK_MINUTES })}
      </p>
    ) : (
      <p className="buyer-portal__error" id="email-problem" role="alert">
        {error}
      </p>
    )}
    <button className="buyer-portal__button" name="intent" value="ask">
      {signIn.submit}
    </button>
  </form>
);
