import { CloudAlert, GitCompare, History, Check, X, CirclePause, Ban, CircleCheck, Landmark } from 'lucide-react';
import { type Dispatch, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { formatTimeUntil } from '#app/components/utils/format.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { PAUSE_MESSAGES } from '#content/pause-messages.ts';
import { SITE } from '#content/site.ts';
import type { PageSuspension } from '#domain/page-moderation.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import { formatTime } from './builder-bar.tsx';
import type { GuideStep, useGuide } from './guide.ts';
import type { BuilderAction } from './state/builder-reducer.ts';
import type { BuilderStore, BuilderPlan } from './use-builder-store.ts';
import type { StripeConnection } from './use-stripe-connection.ts';

const INCOMPLETE_REASON = 'Stripe still needs something from you before you can be paid.';

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
  return (
    <aside aria-label="Stripe" className="banner blue builder-banners__banner">
      <Landmark className="i" aria-hidden="true" />
      <div>
        <BannerText {...connection} />
      </div>
      <ConnectButtons {...stripe} connection={connection} />
    </aside>
  );
}

const getAccountLabel = ({ accountId, businessName }: NonNullable<Connection['former']>): string =>
  businessName ? `${businessName} (${accountId})` : accountId;

function BannerText({ state, reason, former, canConnectExisting }: Connection) {
  if (state === 'incomplete')
    return (
      <>
        <b>Stripe is not finished yet.</b> {reason ?? INCOMPLETE_REASON}
      </>
    );
  if (former)
    return (
      <>
        <b>Your Stripe account is disconnected.</b>{' '}
        {canConnectExisting
          ? `Reconnect ${getAccountLabel(former)} to take payments again, or create a new account.`
          : `You continue with ${getAccountLabel(former)} if Stripe still gives us access to it. Otherwise a new Stripe account is created.`}
      </>
    );
  return (
    <>
      <b>Connect Stripe to take payments.</b> The money goes straight to your own account.
      {!canConnectExisting && ' Connecting creates a new Stripe account for this site.'}
    </>
  );
}

function ConnectButtons({
  connection: { state, reason, former, canConnectExisting },
  createAccount,
  connectExisting,
  opening,
}: StripeConnection & { connection: Connection }) {
  const isIncomplete = state === 'incomplete';
  const createLabel = canConnectExisting ? 'Create a new account' : 'Connect Stripe';
  const createButton = (
    <Button key="new" size="sm" onClick={createAccount} busyLabel={opening === 'new' && 'Opening…'}>
      {isIncomplete ? 'Continue Onboarding' : createLabel}
    </Button>
  );
  // Details that were submitted to Stripe belong to this account: the seller finishes it instead of replacing it.
  if (!canConnectExisting || reason !== null) return createButton;
  const existingButton = (
    <Button key="existing" size="sm" onClick={connectExisting} busyLabel={opening === 'existing' && 'Opening…'}>
      {former ? 'Reconnect your former account' : 'Connect an existing account'}
    </Button>
  );
  return former ? [existingButton, createButton] : [createButton, existingButton];
}

/** Reports that the operator suspended the page, with the reason. */
function PageSuspendedBanner({ suspension }: { suspension: PageSuspension | null }) {
  if (suspension?.kind !== 'suspended') return null;
  return (
    <aside aria-label="Taken down" className="banner pink builder-banners__banner">
      <Ban className="i" aria-hidden="true" />
      <div dir="auto">
        <b>This page was taken down.</b> {suspension.reason} It can be edited, and not published. Write to{' '}
        <a className="link" href={`mailto:${SITE.supportEmail}`}>
          {SITE.supportEmail}
        </a>
        .
      </div>
    </aside>
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
    <aside aria-label="Payments paused" className="banner canary builder-banners__banner">
      <CirclePause className="i" aria-hidden="true" />
      <div>
        <b>This page takes no payments for now.</b> {PAUSE_MESSAGES[suspension.by]} It goes on by itself{' '}
        {formatTimeUntil(new Date(suspension.until), now)}.
      </div>
      <Button size="sm" busyLabel={busy && 'One moment…'} onClick={() => void run({ pageId })}>
        Take payments again
      </Button>
    </aside>
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

type ConflictProps = { onLoad: () => void; onOverwrite: () => void };

/** Conflict between two sessions on one page: nothing is saved until the seller decides. */
const ConflictBanner = ({ onLoad, onOverwrite }: ConflictProps) => (
  <div className="banner canary builder-banners__banner" role="alert">
    <GitCompare className="i" aria-hidden="true" />
    <div>
      <b>This page was changed elsewhere.</b> Your changes here are not saved until you choose.
    </div>
    <Button size="sm" onClick={onLoad}>
      Load the other version
    </Button>
    <Button size="sm" onClick={onOverwrite}>
      Keep mine
    </Button>
  </div>
);

type LocalCopyProps = { at: number; onDiscard: () => void; onRestore: () => void };

/** Offers to restore unsaved changes of an earlier session. */
const LocalCopyBanner = ({ at, onDiscard, onRestore }: LocalCopyProps) => (
  <div className="banner canary builder-banners__banner" role="status">
    <History className="i" aria-hidden="true" />
    <div>
      <b>We kept changes that were not saved.</b> They were typed in this browser at {formatTime(at)}.
    </div>
    <Button size="sm" onClick={onDiscard}>
      Discard them
    </Button>
    <Button size="sm" onClick={onRestore}>
      Bring them back
    </Button>
  </div>
);

/** Reports that the server rejected the draft; the next change triggers another save. */
const SaveRejectedBanner = ({ message }: { message: string }) => (
  <div className="banner pink builder-banners__banner" role="alert">
    <CloudAlert className="i" aria-hidden="true" />
    <div>
      <b>Your last changes are not saved.</b> {message} They stay here and in this browser.
    </div>
  </div>
);

type BuilderBannersProps = Pick<BuilderStore, 'autosave' | 'status' | 'copy' | 'pageId'> & {
  dispatch: Dispatch<BuilderAction>;
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
  const { autosave, status, copy, dispatch, stripe, plan, guide, steps, onStepClick, onReload, suspension, pageId } =
    props;
  const restore = () => {
    if (copy.offer) dispatch({ type: 'replace', config: copy.offer.config });
    copy.dismissOffer();
  };
  return (
    <div className="builder-banners">
      <PageSuspendedBanner suspension={suspension} />
      <PaymentsPausedBanner pageId={pageId} suspension={suspension} />
      {status.kind === 'changed-elsewhere' && (
        <ConflictBanner
          onLoad={() => void copy.abandonChanges().then(onReload)}
          onOverwrite={() => void autosave.overwriteRemote().catch(() => undefined)}
        />
      )}
      {status.kind === 'refused' && <SaveRejectedBanner message={status.message} />}
      {copy.offer && <LocalCopyBanner at={copy.offer.at} onDiscard={copy.dismissOffer} onRestore={restore} />}
      {guide.shown && (
        <GuideBanner steps={steps} next={guide.next} onStepClick={onStepClick} onDismiss={guide.dismiss} />
      )}
      {plan.banner}
      <ConnectionBanner {...stripe} />
    </div>
  );
}
