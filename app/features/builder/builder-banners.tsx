import { CloudAlert, GitCompare, History, Check, X, CirclePause, Ban, CircleCheck, Landmark } from 'lucide-react';
import { useState, type ComponentProps, type ReactNode } from 'react';

import { Banner } from '#app/components/banner.tsx';
import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { formatTimeUntil } from '#app/components/utils/format.ts';
import { formatWith } from '#app/components/utils/reader-formats.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';
import { builderMessages } from '#content/messages/builder.ts';
import { PAUSE_MESSAGES } from '#content/pause-messages.ts';
import { SITE } from '#content/site.ts';
import type { PageSuspension } from '#domain/page-moderation.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import type { GuideStep, useGuide } from './guide.ts';
import { RecentPages, useRecentPages } from './recent-pages.tsx';
import { useBuilder } from './state/builder-context.ts';
import type { BuilderStore, BuilderPlan } from './use-builder-store.ts';
import type { StripePages } from './use-stripe-connection.ts';

const messages = builderBannerMessages;
const stripeMessages = messages.stripe;
const guideMessages = builderMessages.guide;

type BuilderBannerProps = Pick<ComponentProps<typeof Banner>, 'variant' | 'Icon' | 'label' | 'role'> & {
  title: string;
  /** Text after the title. */
  children: ReactNode;
  actions?: readonly { label: string; busyLabel?: string | false; onClick: () => void }[];
};

/** A banner with its actions: either a named landmark or a live region. */
const BuilderBanner = ({ title, children, actions = [], ...props }: BuilderBannerProps) => (
  <Banner {...props} className="builder-banners__banner">
    <div dir="auto">
      <b>{title}</b> {children}
    </div>
    {actions.map(({ label, ...button }) => (
      <Button key={label} size="sm" {...button}>
        {label}
      </Button>
    ))}
  </Banner>
);

/** Banner for the seller's Stripe account: a prompt on every tab until the account is complete, then one slim line. */
function ConnectionBanner(stripe: StripePages) {
  const { connection, openDashboard, opening } = stripe;
  if (!connection) return null;
  if (connection.state === 'complete')
    return (
      <aside aria-label={stripeMessages.label} className="builder-banners__banner builder-banners__banner--slim small">
        <CircleCheck className="i" aria-hidden="true" />
        <span>{stripeMessages.connected}</span>
        <button type="button" className="label-button" onClick={openDashboard} aria-busy={opening === 'dashboard'}>
          {stripeMessages.openDashboard}
        </button>
      </aside>
    );
  const { title, text } = describeConnection(connection);
  return (
    <BuilderBanner
      label={stripeMessages.label}
      variant="blue"
      Icon={Landmark}
      title={title}
      actions={listConnectActions(stripe, connection)}
    >
      {text}
    </BuilderBanner>
  );
}

function describeConnection(connection: Connection): { title: string; text: string } {
  const { state, reason, former, canConnectExisting } = connection;
  const { incomplete, notConnected, disconnected } = stripeMessages;
  if (state === 'incomplete') return { title: incomplete.title, text: reason ?? incomplete.text };
  if (!former) {
    const { title, text, newAccountText } = notConnected;
    return { title, text: canConnectExisting ? text : newAccountText };
  }
  const { accountId: id, businessName: name } = former;
  const account = name ? disconnected.account({ name, id }) : id;
  const getText = canConnectExisting ? disconnected.reconnectText : disconnected.createText;
  return { title: disconnected.title, text: getText({ account }) };
}

function listConnectActions(
  { createAccount, connectExisting, opening }: StripePages,
  { state, reason, former, canConnectExisting }: Connection,
): BuilderBannerProps['actions'] {
  const createLabel = canConnectExisting ? stripeMessages.createAccount : stripeMessages.connect;
  const create = {
    label: state === 'incomplete' ? stripeMessages.continueOnboarding : createLabel,
    busyLabel: opening === 'new' && stripeMessages.opening,
    onClick: createAccount,
  };
  // Details that were submitted to Stripe belong to this account: the seller finishes it instead of replacing it.
  if (!canConnectExisting || reason !== null) return [create];
  const connect = {
    label: former ? stripeMessages.reconnect : stripeMessages.connectExisting,
    busyLabel: opening === 'existing' && stripeMessages.opening,
    onClick: connectExisting,
  };
  return former ? [connect, create] : [create, connect];
}

/** Reports that the operator suspended the page, with the reason. */
function PageSuspendedBanner({ suspension }: { suspension: PageSuspension | null }) {
  if (suspension?.kind !== 'suspended') return null;
  return (
    <BuilderBanner label={messages.suspended.label} variant="pink" Icon={Ban} title={messages.suspended.title}>
      {suspension.reason}{' '}
      <RichText
        text={messages.suspended.text}
        tags={{
          email: () => (
            <a className="link" href={`mailto:${SITE.supportEmail}`}>
              {SITE.supportEmail}
            </a>
          ),
        }}
      />
    </BuilderBanner>
  );
}

type PaymentsPausedBannerProps = { pageId: string | null; suspension: PageSuspension | null };

/** Payments are paused for some hours, by the guard against card testing or by the operator. */
function PaymentsPausedBanner({ pageId, suspension: initialSuspension }: PaymentsPausedBannerProps) {
  const [suspension, setSuspension] = useState(initialSuspension);
  const { busy, run } = useRpcMutation('resume-page', {
    success: { title: messages.paused.resumed },
    failureTitle: messages.paused.error,
    onSuccess: ({ hold }) => setSuspension(hold),
  });
  const [now] = useState(() => new Date());
  if (pageId === null || suspension?.kind !== 'paused') return null;
  return (
    <BuilderBanner
      label={messages.paused.label}
      variant="canary"
      Icon={CirclePause}
      title={messages.paused.title}
      actions={[
        {
          label: messages.paused.resume,
          busyLabel: busy && messages.paused.resuming,
          onClick: () => void run({ pageId }),
        },
      ]}
    >
      {PAUSE_MESSAGES[suspension.by]} {messages.paused.text({ time: formatTimeUntil(new Date(suspension.until), now) })}
    </BuilderBanner>
  );
}

type GuideBannerProps = {
  steps: readonly GuideStep[];
  next: GuideStep | null;
  onStepClick: (name: GuideStep['name']) => void;
  onDismiss: () => void;
};

/** Onboarding guide with four steps to a first page, shown as a banner above the editor. */
const GuideBanner = ({ steps, next, onStepClick, onDismiss }: GuideBannerProps) => (
  <aside className="guide-banner builder-banners__banner" aria-label={guideMessages.title}>
    <b className="guide-banner__title">{guideMessages.title}</b>
    <ol>
      {steps.map((step, index) => (
        <li key={step.name} data-done={step.done} aria-current={step === next ? 'step' : undefined}>
          <button type="button" onClick={() => onStepClick(step.name)}>
            <span className="guide-banner__step-icon" aria-hidden="true">
              {step.done ? <Check className="i" /> : index + 1}
            </span>
            <span>
              <span className="vh">{guideMessages.position({ number: index + 1, total: steps.length })} </span>
              {guideMessages.steps[step.name]}
              {step.done && <span className="vh">{guideMessages.done}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
    <Button Icon={X} variant="bare" size="sm" aria-label={guideMessages.dismiss} onClick={onDismiss} />
  </aside>
);

/** Conflict between two sessions on one page: nothing is saved until the seller decides. */
function ConflictBanner({ autosave, copy, onReload }: Pick<BuilderBannersProps, 'autosave' | 'copy' | 'onReload'>) {
  return (
    <BuilderBanner
      role="alert"
      variant="canary"
      Icon={GitCompare}
      title={messages.conflict.title}
      actions={[
        { label: messages.conflict.loadOther, onClick: () => void copy.abandonChanges().then(onReload) },
        { label: messages.conflict.keepOwn, onClick: () => void autosave.overwriteRemote().catch(() => undefined) },
      ]}
    >
      {messages.conflict.text}
    </BuilderBanner>
  );
}

const formatDateTime = (at: number): string =>
  formatWith({ dateStyle: 'medium', timeStyle: 'short', timeZone: undefined }, new Date(at));

/** Offers to restore unsaved changes of an earlier session. */
function LocalCopyBanner({ copy: { offer, dismissOffer } }: Pick<BuilderBannersProps, 'copy'>) {
  const { patch } = useBuilder();
  if (!offer) return null;
  const restore = () => {
    patch(offer.config);
    dismissOffer();
  };
  return (
    <BuilderBanner
      role="status"
      variant="canary"
      Icon={History}
      title={messages.localCopy.title}
      actions={[
        { label: messages.localCopy.discard, onClick: dismissOffer },
        { label: messages.localCopy.restore, onClick: restore },
      ]}
    >
      {messages.localCopy.text({ time: formatDateTime(offer.at) })}
    </BuilderBanner>
  );
}

type BuilderBannersProps = Pick<BuilderStore, 'autosave' | 'status' | 'copy' | 'pageId'> & {
  stripe: StripePages;
  plan: BuilderPlan;
  guide: ReturnType<typeof useGuide>;
  steps: readonly GuideStep[];
  onStepClick: (name: GuideStep['name']) => void;
  onReload: () => void;
  suspension: PageSuspension | null;
  /** True if the builder was opened with a new page. */
  isNewPage: boolean;
};

/** Banners above the editor in one line; what needs a decision comes first. */
export function BuilderBanners(props: BuilderBannersProps) {
  const { status, copy, stripe, plan, guide, steps, onStepClick, suspension, pageId, isNewPage } = props;
  const recentPages = useRecentPages(pageId, isNewPage);
  // Banners that came one by one would move each other.
  const isLoaded = stripe.isLoaded && plan.isLoaded && !guide.isLoading && !recentPages.isLoading;
  return (
    <div className="builder-banners">
      {status.kind === 'changed-elsewhere' && <ConflictBanner {...props} />}
      {status.kind === 'refused' && (
        // The next change triggers another save.
        <BuilderBanner role="alert" variant="pink" Icon={CloudAlert} title={messages.notSaved.title}>
          {status.message} {messages.notSaved.text}
        </BuilderBanner>
      )}
      <LocalCopyBanner copy={copy} />
      <PageSuspendedBanner suspension={suspension} />
      <PaymentsPausedBanner pageId={pageId} suspension={suspension} />
      {isLoaded && (
        <>
          {guide.shown && (
            <GuideBanner steps={steps} next={guide.next} onStepClick={onStepClick} onDismiss={guide.dismiss} />
          )}
          {!stripe.connected && <ConnectionBanner {...stripe} />}
          {plan.banner}
          {stripe.connected && <ConnectionBanner {...stripe} />}
          {isNewPage && <RecentPages pages={recentPages.pages} />}
        </>
      )}
    </div>
  );
}
