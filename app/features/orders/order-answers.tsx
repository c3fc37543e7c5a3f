import type { FieldAnswer } from '#domain/custom-field.ts';
import { parseSafeUrl } from '#domain/text.ts';

/** Links email addresses and URLs; shows every other answer as text. */
function AnswerValue({ kind, value }: FieldAnswer) {
  const href = kind === 'email' ? `mailto:${value}` : kind === 'url' ? parseSafeUrl(value) : null;
  if (!href) return value;
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer nofollow">
      {value}
    </a>
  );
}

/** The buyer's answers with the field labels at that time. */
export function OrderAnswers({ answers }: { answers: readonly FieldAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <section className="sheet pad" aria-labelledby="order-answers">
      <h2 className="h2 order-title" id="order-answers">
        Answers
      </h2>
      <dl className="order-answers small">
        {answers.map((answer) => (
          <div key={answer.id}>
            <dt dir="auto">
              {answer.label}
              {answer.kind === 'hidden' && ' (from the page’s address)'}
            </dt>
            <dd dir="auto">
              <AnswerValue {...answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
