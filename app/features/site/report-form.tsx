import { buttonVariants } from '#app/components/button.tsx';
import { SITE } from '#content/site.ts';
import { MAX_REPORT_LENGTH, REPORT_REASONS, REPORT_REASON_LABELS, type ReportReason } from '#domain/page-moderation.ts';

type ReportFormValues = { page: string; reason: ReportReason | null; words: string; email: string };

/** Form for reporting a page to the operator. Works without JavaScript. */
export const ReportForm = ({ problem, ...values }: ReportFormValues & { problem: string | null }) => (
  <main id="main" className="report wrap">
    <div className="report__header">
      <h1 className="d2">Report a page</h1>
      <p className="lead">
        Every page here is written by its seller. Tell us when one is not what it says. A person reads every report, and
        the seller does not learn who sent it.
      </p>
    </div>
    <form className="sheet report__form" method="post" action="/report">
      {problem && (
        <p className="report__error" id="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="field">
        <label htmlFor="page">Address of the page</label>
        <input
          className="in"
          id="page"
          name="page"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={2048}
          defaultValue={values.page}
          dir="ltr"
        />
      </div>
      <ReasonField selectedReason={values.reason} />
      <div className="field">
        <label htmlFor="words">
          What did you see? <span className="opt">optional</span>
        </label>
        <textarea
          className="in"
          id="words"
          name="words"
          rows={5}
          maxLength={MAX_REPORT_LENGTH}
          defaultValue={values.words}
          dir="auto"
        />
      </div>
      <div className="field">
        <label htmlFor="email">
          Your email address <span className="opt">optional</span>
        </label>
        <input
          className="in"
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={values.email}
          aria-describedby="email-hint"
        />
        <p className="hint" id="email-hint">
          Only if we may ask you more. We do not pass it on.
        </p>
      </div>
      <button className={buttonVariants('primary', 'lg')}>Send report</button>
    </form>
  </main>
);

const ReasonField = ({ selectedReason }: { selectedReason: ReportReason | null }) => (
  <fieldset className="report__reasons">
    <legend>What is wrong with it?</legend>
    {REPORT_REASONS.map((reason) => (
      <label key={reason}>
        <input type="radio" name="reason" value={reason} required defaultChecked={reason === selectedReason} />
        <span>{REPORT_REASON_LABELS[reason]}</span>
      </label>
    ))}
  </fieldset>
);

export const ReportConfirmation = () => (
  <main id="main" className="report wrap">
    <div className="report__header" role="status">
      <h1 className="d2">Thank you</h1>
      <p className="lead">Your report is with us, and a person will look at the page.</p>
      <p>
        Did you pay and nothing came? Write to the seller first: your receipt has their address. Your receipts are at{' '}
        <a className="link" href="/purchases">
          Your purchases
        </a>
        . Anything else:{' '}
        <a className="link" href={`mailto:${SITE.supportEmail}`}>
          {SITE.supportEmail}
        </a>
      </p>
      <p>
        <a className={buttonVariants('plain')} href="/">
          Back to home
        </a>
      </p>
    </div>
  </main>
);
