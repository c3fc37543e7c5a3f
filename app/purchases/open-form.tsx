import { PURCHASES_SESSION_HOURS } from '#domain/purchase.ts';

/** Confirms with a button, because link previews must not consume the link. */
export const OpenPurchasesForm = ({ token }: { token: string }) => (
  <>
    <p className="pu-lead">One press, and this browser shows what was bought with your email address.</p>
    <form className="pu-ask" method="post" action="/purchases/open">
      <input type="hidden" name="token" value={token} />
      <button className="pu-key">See my purchases</button>
      <p className="pu-note">It stays open here for {PURCHASES_SESSION_HOURS} hours, or until you sign out.</p>
    </form>
  </>
);
