import type { Dispatch } from 'react';

import type { PageSuspension } from '#domain/page-guard.ts';

import type { BuilderAction } from './builder-state.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { LocalCopyBanner, ConflictBanner, SaveRejectedBanner } from './draft-banners.tsx';
import type { GuideStep } from './guide-steps.ts';
import { GuideBanner } from './guide-strip.tsx';
import { PaymentsPausedBanner } from './paused-banner.tsx';
import { PageSuspendedBanner } from './taken-down-banner.tsx';
import type { StripeConnection } from './use-connection.ts';
import type { useGuide } from './use-guide.ts';
import type { BuilderStore, BuilderPlan } from './use-page-desk.ts';

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
    <div className="b-strips">
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
