import { Globe, Plus, Ticket, FlaskConical } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Banner } from '#app/components/banner.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';

/** Hint in a local sandbox: names under .localhost count as proven immediately. */
export function LocalDomainHint({ isLocal }: { isLocal: boolean }) {
  if (!isLocal) return null;
  return (
    <span className="local-domain-hint">
      <FlaskConical className="i" aria-hidden="true" />
      <span>
        Sandbox: a name such as <code>my-shop.localhost</code> counts as proven at once on this machine. Try one.
      </span>
    </span>
  );
}

/** Illustration: a page URL becomes a custom domain. */
const DomainIllustration = () => (
  <p className="domains-empty-state__illustration receipt-text" aria-hidden="true">
    <del>/c/linocut</del>
    <span className="dots" />
    <b>pay.your-name.com</b>
  </p>
);

type Props = { allowed: boolean; isLocal: boolean; onAdd: () => void };

const Requirements = () => (
  <ul className="domains-empty-state__requirements small">
    <li>
      <b>A domain.</b> Any registrar sells one. A part of one that you have does, too: pay.example.com.
    </li>
    <li>
      <b>Two records in its DNS.</b> We show them to the letter, look whether they are right, and say in plain words
      what is missing.
    </li>
    <li>
      <b>The Growth plan, or Pro.</b> The certificate for https comes by itself and costs nothing.
    </li>
  </ul>
);

/** Empty state without domains: explanation and requirements. */
export const DomainsEmptyState = ({ allowed, isLocal, onAdd }: Props) => (
  <EmptyState
    className="domains-empty-state"
    illustration={
      <>
        <DomainIllustration />
        {!allowed && <Badge label="From the Growth plan on" variant="blue" Icon={Ticket} />}
      </>
    }
    title="Sell under a name of your own"
  >
    <p className="muted">
      Your page stands at the root of your domain, and everything about it: links, QR codes, the card that networks
      show. The address that it has now goes on working.{' '}
      <a className="link" href="/help#own-domain">
        Step by step
      </a>
    </p>
    <Requirements />
    {allowed ? (
      <>
        <LocalDomainHint isLocal={isLocal} />
        <Button Icon={Plus} variant="primary" onClick={onAdd}>
          Add a domain
        </Button>
      </>
    ) : (
      <Link className={buttonVariants('primary')} to="/subscription">
        <Globe className="i" aria-hidden="true" />
        See the plans
      </Link>
    )}
  </EmptyState>
);

/** Banner for domains without a plan that includes them: they redirect to the page's own URL. */
export const DomainsNotInPlanBanner = ({ count }: { count: number }) => (
  <Banner label="Your plan" Icon={Ticket} className="domains-page__banner">
    <div>
      <b>Your plan has no domains of your own.</b> {count === 1 ? 'Yours leads' : 'Yours lead'} to the page’s own
      address meanwhile, and nobody else can have {count === 1 ? 'it' : 'them'}. With Growth{' '}
      {count === 1 ? 'it' : 'they'} work{count === 1 ? 's' : ''} as before.
    </div>
    <Link className={buttonVariants('plain', 'sm')} to="/subscription">
      See the plans
    </Link>
  </Banner>
);
