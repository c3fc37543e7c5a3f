import { buttonVariants } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkToDocument } from '#app/components/text-links.tsx';
import { pageReportMessages as messages } from '#content/messages/page-reports.ts';
import { SITE } from '#content/site.ts';
import { MAX_REPORT_LENGTH, REPORT_REASONS, REPORT_REASON_LABELS, type ReportReason } from '#domain/page-moderation.ts';

type ReportFormValues = { page: string; reason: ReportReason | null; words: string; email: string };

/** Form for reporting a page to the operator. Works without JavaScript. */
export const ReportForm = ({ problem, ...values }: ReportFormValues & { problem: string | null }) => (
  <main id="main" className="report wrap">
    <div className="report__header">
      <h1 className="d2">{messages.title}</h1>
      <p className="lead">{messages.lead}</p>
    </div>
    <form className="sheet report__form" method="post" action="/report">
      {problem && (
        <p className="report__error" id="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="field">
        <label htmlFor="page">{messages.page}</label>
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
          {messages.details} <span className="opt">{messages.optional}</span>
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
          {messages.email} <span className="opt">{messages.optional}</span>
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
          {messages.emailHint}
        </p>
      </div>
      <button className={buttonVariants('primary', 'lg')}>{messages.submit}</button>
    </form>
  </main>
);

const ReasonField = ({ selectedReason }: { selectedReason: ReportReason | null }) => (
  <fieldset className="report__reasons">
    <legend>{messages.reason}</legend>
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
      <h1 className="d2">{messages.sent.title}</h1>
      <p className="lead">{messages.sent.lead}</p>
      <p>
        <RichText
          text={messages.sent.help({ email: SITE.supportEmail })}
          tags={{
            purchases: linkToDocument('/purchases'),
            support: linkToDocument(`mailto:${SITE.supportEmail}`),
          }}
        />
      </p>
      <p>
        <a className={buttonVariants('plain')} href="/">
          {messages.sent.home}
        </a>
      </p>
    </div>
  </main>
);
