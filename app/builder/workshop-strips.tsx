import type { Dispatch } from 'react';

import type { PageHold } from '#domain/page-guard.ts';

import type { BuilderAction } from './builder-state.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { CopyBanner, ElsewhereBanner, RefusedBanner } from './draft-banners.tsx';
import type { GuideStep } from './guide-steps.ts';
import { GuideStrip } from './guide-strip.tsx';
import { PausedBanner } from './paused-banner.tsx';
import { TakenDownBanner } from './taken-down-banner.tsx';
import type { StripeConnection } from './use-connection.ts';
import type { useGuide } from './use-guide.ts';
import type { PageDesk, PlanInBuilder } from './use-page-desk.ts';

type Props = Pick<PageDesk, 'autosave' | 'status' | 'copy' | 'pageId'> & {
  dispatch: Dispatch<BuilderAction>;
  stripe: StripeConnection;
  plan: PlanInBuilder;
  guide: ReturnType<typeof useGuide>;
  steps: readonly GuideStep[];
  onStep: (name: GuideStep['name']) => void;
  onReload: () => void;
  hold: PageHold | null;
};

/** Banners above the editor, stacked so that none covers anything. */
export function WorkshopStrips(props: Props) {
  const { autosave, status, copy, dispatch, stripe, plan, guide, steps, onStep, onReload, hold, pageId } =
    props;
  const restore = () => {
    if (copy.offer) dispatch({ type: 'replace', config: copy.offer.config });
    copy.forget();
  };
  return (
    <div className="b-strips">
      <TakenDownBanner hold={hold} />
      <PausedBanner pageId={pageId} hold={hold} />
      {status.kind === 'changed-elsewhere' && (
        <ElsewhereBanner
          onLoad={() => void copy.giveUp().then(onReload)}
          onKeep={() => void autosave.keepMine().catch(() => undefined)}
        />
      )}
      {status.kind === 'refused' && <RefusedBanner message={status.message} />}
      {copy.offer && <CopyBanner at={copy.offer.at} onDrop={copy.forget} onRestore={restore} />}
      {guide.shown && (
        <GuideStrip steps={steps} next={guide.next} onStep={onStep} onDismiss={guide.dismiss} />
      )}
      {plan.banner}
      <ConnectionBanner {...stripe} />
    </div>
  );
}
