import { Globe, Plus, Ticket, FlaskConical } from 'lucide-react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Banner } from '#app/components/banner.tsx';
import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { linkToDocument } from '#app/components/text-links.tsx';
import { domainMessages } from '#content/messages/domains.ts';

const messages = domainMessages.empty;

/** Hint in a local sandbox: names under .localhost are verified immediately. */
export function LocalDomainHint({ isLocal }: { isLocal: boolean }) {
  if (!isLocal) return null;
  return (
    <span className="local-domain-hint">
      <FlaskConical className="i" aria-hidden="true" />
      <span>
        <RichText text={domainMessages.localHint} />
      </span>
    </span>
  );
}

/** Illustration: a page URL becomes a custom domain. */
const DomainIllustration = () => (
  <p className="domains-empty-state__illustration receipt-text" aria-hidden="true">
    <del>{domainMessages.example.pageUrl}</del>
    <span className="dots" />
    <b>{domainMessages.example.customDomain}</b>
  </p>
);

type Props = { allowed: boolean; isLocal: boolean; onAdd: () => void };

const Requirements = () => (
  <ul className="domains-empty-state__requirements small">
    <li>
      <RichText text={messages.requirements.domain} />
    </li>
    <li>
      <RichText text={messages.requirements.records} />
    </li>
    <li>
      <RichText text={messages.requirements.plan} />
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
        {!allowed && <Badge label={messages.badge} variant="blue" Icon={Ticket} />}
      </>
    }
    title={messages.title}
  >
    <p className="muted">
      <RichText
        text={messages.text}
        tags={{
          link: linkToDocument('/help#own-domain'),
        }}
      />
    </p>
    <Requirements />
    {allowed ? (
      <>
        <LocalDomainHint isLocal={isLocal} />
        <Button Icon={Plus} variant="primary" onClick={onAdd}>
          {domainMessages.add}
        </Button>
      </>
    ) : (
      <Link className={buttonVariants('primary')} to="/subscription">
        <Globe className="i" aria-hidden="true" />
        {domainMessages.viewPlans}
      </Link>
    )}
  </EmptyState>
);

/** Banner for domains without a plan that includes them: they redirect to the page's own URL. */
export const DomainsNotInPlanBanner = ({ count }: { count: number }) => (
  <Banner label={domainMessages.notInPlan.label} Icon={Ticket} className="domains-page__banner">
    <div>
      <RichText text={domainMessages.notInPlan.text({ count })} />
    </div>
    <Link className={buttonVariants('plain', 'sm')} to="/subscription">
      {domainMessages.viewPlans}
    </Link>
  </Banner>
);
