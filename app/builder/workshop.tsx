import { Eye, PencilLine } from 'lucide-react';
import { useCallback, useMemo, useReducer, useState } from 'react';

import type { PageDraft } from '#domain/calls.ts';
import { emptyConfig } from '#domain/checkout-page.ts';

import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { BuilderBar, StepKeys } from './builder-bar.tsx';
import { BuilderContext, type BuilderDesk } from './builder-context.ts';
import { builderReducer, openState } from './builder-state.ts';
import { BuilderTabs } from './builder-tabs.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { CopyBanner, ElsewhereBanner } from './draft-banners.tsx';
import { refusalOf } from './image-refusal.ts';
import { PageReceipt } from './page-receipt.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { PublishKey } from './publish-key.tsx';
import { SaveStatusLine } from './save-status-line.tsx';
import { Stage } from './stage.tsx';
import { useAutosave } from './use-autosave.ts';
import { useCurrentField } from './use-current-field.ts';
import { useCreated } from './use-created.ts';
import { useJump } from './use-jump.ts';
import { useLeave } from './use-leave.ts';
import { useLocalCopy } from './use-local-copy.ts';
import { usePageProblems } from './use-page-problems.ts';
import { usePublish } from './use-publish.ts';
import type { StripeConnection } from './use-connection.ts';

export type WorkshopProps = {
  userId: string;
  sandbox: boolean;
  /** Null for a page that does not exist yet. */
  opened: PageDraft | null;
  stripe: StripeConnection;
  onCreated: (pageId: string) => void;
  onReload: () => void;
};

const STRIPE_WORDS = {
  not_started: 'not connected',
  incomplete: 'unfinished',
  complete: 'connected',
} as const;

/** One open page: its history, its saving, its problems, and the desk that its fields work at. */
function usePageDesk({ userId, opened, stripe, onCreated }: WorkshopProps) {
  const [start] = useState(() => opened?.config ?? emptyConfig());
  const [state, dispatch] = useReducer(builderReducer, start, openState);
  const config = state.present;
  const saved = { pageId: opened?.pageId ?? null, revision: opened?.revision ?? 0 };
  const { autosave, status } = useAutosave(saved, start, config);
  useCreated(autosave, status, saved.pageId, onCreated);
  const copy = useLocalCopy({ userId, autosave, status, opened: start, config });
  const problems = usePageProblems(config);
  const view = useJump();
  const { leave, problemOf, tellAll } = problems;
  const { jump, setPreviewing } = view;
  const set = useCallback<BuilderDesk['set']>(
    (key, value) =>
      dispatch({ type: 'set', key, value, at: performance.now() } as Parameters<typeof dispatch>[0]),
    [],
  );
  const publication = usePublish({
    opened,
    autosave,
    config,
    onRefused: (refused, at) => {
      tellAll(refused, at);
      if (refused[0]) jump(refused[0].field);
    },
    onPublished: () => setPreviewing(true),
  });

  const liveSlug = publication.slug;
  const desk = useMemo<BuilderDesk>(
    () => ({ config, dispatch, set, liveSlug, leave, problemOf, jump }),
    [config, set, liveSlug, leave, problemOf, jump],
  );

  async function press() {
    const connection = stripe.connection ?? (await stripe.refresh());
    if (connection && connection.state !== 'complete')
      return toast(refusalOf('stripe_not_connected'), { destructive: true });
    const [first] = problems.own;
    tellAll();
    if (first) return jump(first.field);
    await publication.publish();
  }

  return { state, dispatch, autosave, status, copy, problems, view, desk, publication, press };
}

export function Workshop(props: WorkshopProps) {
  const { sandbox, stripe, onReload } = props;
  const { state, dispatch, autosave, status, copy, problems, view, desk, publication, press } =
    usePageDesk(props);
  const current = useCurrentField();
  const onLeave = useLeave(autosave);
  const config = state.present;
  const complete = stripe.connection === null || stripe.connection.state === 'complete';
  const publishKey = { connected: complete, busy: publication.busy, onPress: () => void press() };

  return (
    <BuilderContext value={desk}>
      <div className="b-shell" data-previewing={view.previewing}>
        <BuilderBar
          name={config.productName.trim() || 'New page'}
          state={publication.state}
          sandbox={sandbox}
          status={<SaveStatusLine status={status} />}
          onLeave={onLeave}
        >
          <StepKeys state={state} dispatch={dispatch} />
          <PublishKey {...publishKey} className="b-only-wide" />
        </BuilderBar>
        <div className="b-strips">
          {status.kind === 'changed-elsewhere' && (
            <ElsewhereBanner
              onLoad={() => void copy.giveUp().then(onReload)}
              onKeep={() => void autosave.keepMine().catch(() => undefined)}
            />
          )}
          {copy.offer && (
            <CopyBanner
              at={copy.offer.at}
              onDrop={copy.forget}
              onRestore={() => {
                if (copy.offer) dispatch({ type: 'replace', config: copy.offer.config });
                copy.forget();
              }}
            />
          )}
          <ConnectionBanner {...stripe} />
        </div>
        <main className="b-body">
          <PageReceipt
            problems={problems.own}
            current={current}
            stripe={stripe.connection ? STRIPE_WORDS[stripe.connection.state] : ''}
          />
          <section className="b-form" aria-label="Page form">
            <BuilderTabs
              tab={view.tab}
              onTab={view.setTab}
              problems={problems.shown}
              summary={problems.all && <ProblemSummary problems={problems.shown} />}
            />
          </section>
          <Stage config={config} sellerName={stripe.connection?.businessName ?? null} url={publication.url} />
        </main>
        <div className="b-mob on-enamel">
          <Key kind="enamel" onClick={() => view.setPreviewing(!view.previewing)}>
            {view.previewing ? (
              <PencilLine className="i" aria-hidden="true" />
            ) : (
              <Eye className="i" aria-hidden="true" />
            )}
            {view.previewing ? 'Edit' : 'Preview'}
          </Key>
          <PublishKey {...publishKey} />
        </div>
      </div>
    </BuilderContext>
  );
}
