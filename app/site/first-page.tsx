import { FIRST_PAGE_MINUTES } from '#content/claims.ts';
import { PAGE_TEMPLATES } from '#content/templates.ts';

const STEPS = [
  ['Sign up', 'email, password'],
  ['Your product', 'name, price'],
  ['Its looks', `${PAGE_TEMPLATES.length} templates`],
  ['Connect Stripe', 'once'],
  ['Publish, copy the link', '1 press'],
] as const;

const ReceiptLine = ({ name, effort }: { name: string; effort: string }) => (
  <li>
    <span>{name}</span>
    <span className="dots" aria-hidden="true" />
    <span>{effort}</span>
  </li>
);

/** The effort of a first page, as a receipt. */
const FirstPageReceipt = () => (
  <div className="tear-wrap">
    <div className="tear receipt-type first-receipt">
      <p className="first-head">
        <b>Your first page</b>
        <span>what it takes</span>
      </p>
      <hr className="perf" />
      <ul className="lines">
        {STEPS.map(([name, effort]) => (
          <ReceiptLine key={name} name={name} effort={effort} />
        ))}
      </ul>
      <hr className="perf" />
      <ul className="lines">
        <li className="first-total">
          <b>Total</b>
          <span className="dots" aria-hidden="true" />
          <b>under {FIRST_PAGE_MINUTES} min</b>
        </li>
        <ReceiptLine name="Credit card" effort="none" />
      </ul>
    </div>
  </div>
);

export function FirstPageSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="wrap sec first" aria-labelledby="first-title">
      <div>
        <h2 className="d2" id="first-title">
          {title}.
        </h2>
        <p className="lead muted">{text}</p>
        <a className="link" href="/help#first-page">
          Read the first-page guide
        </a>
      </div>
      <FirstPageReceipt />
    </section>
  );
}
