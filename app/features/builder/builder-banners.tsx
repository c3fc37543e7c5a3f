import {
  CloudAlert,
  GitCompare,
  History,
  Check,
  X,
  CirclePause,
  Ban,
  CircleCheck,
  Landmark,
  type LucideIcon,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { formatTimeUntil } from '#app/components/utils/format.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { PAUSE_MESSAGES } from '#content/pause-messages.ts';
import { SITE } from '#content/site.ts';
import type { PageSuspension } from '#domain/page-moderation.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import { formatTime } from './builder-bar.tsx';
import type { GuideStep, useGuide } from './guide.ts';
import { useBuilder } from './state/builder-context.ts';
import type { BuilderStore, BuilderPlan } from './use-builder-store.ts';
import type { StripeConnection } from './use-stripe-connection.ts';

type BannerProps = {
  tint: 'blue' | 'canary' | 'pink';
  Icon: LucideIcon;
  title: string;
  /** Text after the title. */
  children: ReactNode;
  actions?: readonly { label: string; busyLabel?: string | false; onClick: () => void }[];
} & ({ label: string } | { role: 'alert' | 'status' });

/** A banner is either a named landmark or a live region. */
function Banner({ tint, Icon, title, children, actions = [], ...region }: BannerProps) {
  const Element = 'label' in region ? 'aside' : 'div';
  const regionProps = 'label' in region ? { 'aria-label': region.label } : region;
  return (
    <Element {...regionProps} className={`banner ${tint} builder-banners__banner`}>
      <Icon className="i" aria-hidden="true" />
      <div dir="auto">
        <b>{title}</b> {children}
      </div>
      {actions.map(({ label, ...button }) => (
        <Button key={label} size="sm" {...button}>
          {label}
        </Button>
      ))}
    </Element>
  );
}

/** Banner for the seller's Stripe account: a prompt on every tab until the account is complete, then one slim line. */
function ConnectionBanner(stripe: StripeConnection) {
  const { connection, openDashboard, opening } = stripe;
  if (!connection) return null;
  if (connection.state === 'complete')
    return (
      <aside aria-label="Stripe" className="builder-banners__banner builder-banners__banner--slim small">
        <CircleCheck className="i" aria-hidden="true" />
        <span>Stripe account connected</span>
        <button type="button" className="label-button" onClick={openDashboard} aria-busy={opening === 'dashboard'}>
          Open Stripe dashboard
        </button>
      </aside>
    );
  const [title, text] = describeConnection(connection);
  return (
    <Banner label="Stripe" tint="blue" Icon={Landmark} title={title} actions={listConnectActions(stripe, connection)}>
      {text}
    </Banner>
  );
}

function describeConnection({ state, reason, former, canConnectExisting }: Connection): [title: string, text: string] {
  if (state === 'incomplete')
    return ['Stripe is not finished yet.', reason ?? 'Stripe still needs something from you before you can be paid.'];
  if (!former) {
    const newAccountNote = canConnectExisting ? '' : ' Connecting creates a new Stripe account for this site.';
    return ['Connect Stripe to take payments.', `The money goes straight to your own account.${newAccountNote}`];
  }
  const { accountId, businessName } = former;
  const account = businessName ? `${businessName} (${accountId})` : accountId;
  return [
    'Your Stripe account is disconnected.',
    canConnectExisting
      ? `Reconnect ${account} to take payments again, or create a new account.`
      : `You continue with ${account} if Stripe still gives us access to it. Otherwise a new Stripe account is created.`,
  ];
}

function listConnectActions(
  { createAccount, connectExisting, opening }: StripeConnection,
  { state, reason, former, canConnectExisting }: Connection,
): BannerProps['actions'] {
  const createLabel = canConnectExisting ? 'Create a new account' : 'Connect Stripe';
  const create = {
    label: state === 'incomplete' ? 'Continue Onboarding' : createLabel,
    busyLabel: opening === 'new' && 'Opening…',
    onClick: () => void createAccount(),
  };
  // Details that were submitted to Stripe belong to this account: the seller finishes it instead of replacing it.
  if (!canConnectExisting || reason !== null) return [create];
  const connect = {
    label: former ? 'Reconnect your former account' : 'Connect an existing account',
    busyLabel: opening === 'existing' && 'Opening…',
    onClick: () => void connectExisting(),
  };
  return former ? [connect, create] : [create, connect];
}

/** Reports that the operator suspended the page, with the reason. */
function PageSuspendedBanner({ suspension }: { suspension: PageSuspension | null }) {
  if (suspension?.kind !== 'suspended') return null;
  return (
    <Banner label="Taken down" tint="pink" Icon={Ban} title="This page was taken down.">
      {suspension.reason} It can be edited, and not published. Write to{' '}
      <a className="link" href={`mailto:${SITE.supportEmail}`}>
        {SITE.supportEmail}
      </a>
      .
    </Banner>
  );
}

type PaymentsPausedBannerProps = { pageId: string | null; suspension: PageSuspension | null };

/** Payments are paused for some hours, by the guard against card testing or by the operator. */
function PaymentsPausedBanner({ pageId, suspension: initialSuspension }: PaymentsPausedBannerProps) {
  const [suspension, setSuspension] = useState(initialSuspension);
  const { busy, run } = useRpcMutation('resume-page', {
    success: { title: 'The page takes payments again' },
    failureTitle: 'The page could not be resumed',
    onSuccess: ({ hold }) => setSuspension(hold),
  });
  const [now] = useState(() => new Date());
  if (pageId === null || suspension?.kind !== 'paused') return null;
  return (
    <Banner
      label="Payments paused"
      tint="canary"
      Icon={CirclePause}
      title="This page takes no payments for now."
      actions={[
        { label: 'Take payments again', busyLabel: busy && 'One moment…', onClick: () => void run({ pageId }) },
      ]}
    >
      {PAUSE_MESSAGES[suspension.by]} It goes on by itself {formatTimeUntil(new Date(suspension.until), now)}.
    </Banner>
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
  <aside className="guide-banner builder-banners__banner" aria-label="Your first page">
    <b className="guide-banner__title">Your first page</b>
    <ol>
      {steps.map((step, index) => (
        <li key={step.name} data-done={step.done} aria-current={step === next ? 'step' : undefined}>
          <button type="button" onClick={() => onStepClick(step.name)}>
            <span className="guide-banner__step-icon" aria-hidden="true">
              {step.done ? <Check className="i" /> : index + 1}
            </span>
            <span>
              <span className="vh">
                Step {index + 1} of {steps.length}:{' '}
              </span>
              {step.text}
              {step.done && <span className="vh">, done</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
    <Button Icon={X} variant="bare" size="sm" aria-label="Put the guide away" onClick={onDismiss} />
  </aside>
);

/** Conflict between two sessions on one page: nothing is saved until the seller decides. */
function ConflictBanner({ autosave, copy, onReload }: Pick<BuilderBannersProps, 'autosave' | 'copy' | 'onReload'>) {
  return (
    <Banner
      role="alert"
      tint="canary"
      Icon={GitCompare}
      title="This page was changed elsewhere."
      actions={[
        { label: 'Load the other version', onClick: () => void copy.abandonChanges().then(onReload) },
        { label: 'Keep mine', onClick: () => void autosave.overwriteRemote().catch(() => undefined) },
      ]}
    >
      Your changes here are not saved until you choose.
    </Banner>
  );
}

/** Offers to restore unsaved changes of an earlier session. */
function LocalCopyBanner({ copy: { offer, dismissOffer } }: Pick<BuilderBannersProps, 'copy'>) {
  const { patch } = useBuilder();
  if (!offer) return null;
  const restore = () => {
    patch(offer.config);
    dismissOffer();
  };
  return (
    <Banner
      role="status"
      tint="canary"
      Icon={History}
      title="We kept changes that were not saved."
      actions={[
        { label: 'Discard them', onClick: dismissOffer },
        { label: 'Bring them back', onClick: restore },
      ]}
    >
      They were typed in this browser at {formatTime(offer.at)}.
    </Banner>
  );
}

type BuilderBannersProps = Pick<BuilderStore, 'autosave' | 'status' | 'copy' | 'pageId'> & {
  stripe: StripeConnection;
  plan: BuilderPlan;
  guide: ReturnType<typeof useGuide>;
  steps: readonly GuideStep[];
  onStepClick: (name: GuideStep['name']) => void;
  onReload: () => void;
  suspension: PageSuspension | null;
};

/** Banners above the editor, stacked so that none covers anything. */
export function BuilderBanners(props: BuilderBannersProps) {
  const { status, copy, stripe, plan, guide, steps, onStepClick, suspension, pageId } = props;
  return (
    <div className="builder-banners">
      <PageSuspendedBanner suspension={suspension} />
      <PaymentsPausedBanner pageId={pageId} suspension={suspension} />
      {status.kind === 'changed-elsewhere' && <ConflictBanner {...props} />}
      {status.kind === 'refused' && (
        // The next change triggers another save.
        <Banner role="alert" tint="pink" Icon={CloudAlert} title="Your last changes are not saved.">
          {status.message} They stay here and in this browser.
        </Banner>
      )}
      <LocalCopyBanner copy={copy} />
      {guide.shown && (
        <GuideBanner steps={steps} next={guide.next} onStepClick={onStepClick} onDismiss={guide.dismiss} />
      )}
      {plan.banner}
      <ConnectionBanner {...stripe} />
    </div>
  );
}
