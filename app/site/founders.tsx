import { CashRegisterIllustration } from '#app/ui/till-drawing.tsx';
import { TEAM } from '#content/team.ts';
import { PLANS } from '#domain/plans.ts';

const price = `$${PLANS.find(({ popular }) => popular)?.priceUsd}`;

/** A short version of the founders' story; the full story is at /about. */
export const FoundersSection = () => (
  <section className="wrap founders sec-end" aria-labelledby="founders-title">
    <CashRegisterIllustration displayText={price} label={`A green till showing ${price}`} />
    <div>
      <h2 className="d2" id="founders-title">
        Our story
      </h2>
      <div className="lead muted">
        <p>
          We, the founders, kept rebuilding the same page. A course, a zine, a membership: every time, a friend needed
          one page that took money and looked like them. Every time, the choice was a whole shop or a grey form with
          somebody else’s logo.
        </p>
        <p>
          So we made the tool that we wanted to hand over: one product, one page, your name on it. A wright is someone
          who makes things. We make tills.
        </p>
      </div>
      <a className="link" href="/about">
        Meet {TEAM.map(({ name }) => name).join(' and ')}
      </a>
    </div>
  </section>
);
