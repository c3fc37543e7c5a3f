import { useCallback, useMemo, useReducer, useState, type ReactNode } from 'react';

import type { PageDraft } from '#domain/calls.ts';
import { emptyConfig } from '#domain/checkout-page.ts';

import { toast } from '#app/ui/toast.tsx';

import type { BuilderDesk } from './builder-context.ts';
import { builderReducer, openState } from './builder-state.ts';
import { refusalOf } from './image-refusal.ts';
import type { TemplateGallery } from './template-dialog.tsx';
import { useAutosave } from './use-autosave.ts';
import type { StripeConnection } from './use-connection.ts';
import { useCreated } from './use-created.ts';
import { useHistory } from './use-history.ts';
import { useJump } from './use-jump.ts';
import { useLocalCopy } from './use-local-copy.ts';
import { usePageCounts } from './use-page-counts.ts';
import { usePageProblems } from './use-page-problems.ts';
import { usePublish } from './use-publish.ts';

/** The seller's plan as far as it concerns the builder. */
export type PlanInBuilder = {
  banner: ReactNode;
  /** Whether the plan allows published pages; null while unknown. */
  access: boolean | null;
  /** Called when publishing was rejected because of a missing plan. */
  onRefused: () => void;
};

export type WorkshopProps = {
  userId: string;
  sandbox: boolean;
  /** Null for a page that does not exist yet. */
  opened: PageDraft | null;
  stripe: StripeConnection;
  Gallery: TemplateGallery;
  plan: PlanInBuilder;
  onCreated: (pageId: string) => void;
  onReload: () => void;
};

/** Builds the memoized context value of the form fields. */
function useDesk(parts: Omit<BuilderDesk, 'set' | 'patch'>): BuilderDesk {
  const { config, dispatch, counts, liveSlug, liveUrl, leave, problemOf, jump } = parts;
  const set = useCallback<BuilderDesk['set']>(
    (key, value) =>
      dispatch({ type: 'set', key, value, at: performance.now() } as Parameters<typeof dispatch>[0]),
    [dispatch],
  );
  const patch = useCallback<BuilderDesk['patch']>(
    (changes, run = '') =>
      dispatch({ type: 'patch', patch: changes, run: run || null, at: performance.now() }),
    [dispatch],
  );
  return useMemo(
    () => ({ config, dispatch, set, patch, counts, liveSlug, liveUrl, leave, problemOf, jump }),
    [config, dispatch, set, patch, counts, liveSlug, liveUrl, leave, problemOf, jump],
  );
}

type Problems = ReturnType<typeof usePageProblems>;

/** Returns the click handler of Publish: requires Stripe, then shows validation errors, then publishes or asks first. */
function usePress(
  stripe: StripeConnection,
  problems: Problems,
  jump: (field: string) => void,
  ask: () => void,
) {
  async function press() {
    const connection = stripe.connection ?? (await stripe.refresh().catch(() => null));
    if (connection && connection.state !== 'complete')
      return toast(refusalOf('stripe_not_connected'), { destructive: true });
    const [first] = problems.own;
    problems.tellAll();
    if (first) return jump(first.field);
    ask();
  }
  return () => void press();
}

/** State of the page that is open in the builder: config with undo, autosave, validation and publishing. */
export function usePageDesk({ userId, opened, stripe, plan, onCreated }: WorkshopProps) {
  const [start] = useState(() => opened?.config ?? emptyConfig());
  const [state, dispatch] = useReducer(builderReducer, start, openState);
  const config = state.present;
  const saved = { pageId: opened?.pageId ?? null, revision: opened?.revision ?? 0 };
  const { autosave, status } = useAutosave(saved, start, config);
  useCreated(autosave, status, saved.pageId, onCreated);
  const history = useHistory({ userId, autosave, state, dispatch, opened: start });
  const copy = useLocalCopy({ userId, autosave, status, opened: start, config });
  const problems = usePageProblems(config);
  const view = useJump();
  const { leave, problemOf, tellAll } = problems;
  const { jump, setPreviewing } = view;
  const publication = usePublish({
    opened,
    autosave,
    config,
    onRefused: (refused, at) => {
      tellAll(refused, at);
      if (refused[0]) jump(refused[0].field);
    },
    onPublished: () => setPreviewing(true),
    onPlanMissing: plan.onRefused,
  });
  const { slug: liveSlug, url, domainUrl, version, published } = publication;
  const liveUrl = url && (domainUrl ?? url);
  const pageId = status.kind === 'clean' ? saved.pageId : autosave.page.pageId;
  const counts = usePageCounts(version > 0 ? pageId : null, version, published);
  const desk = useDesk({ config, dispatch, counts, liveSlug, liveUrl, leave, problemOf, jump });

  const press = usePress(stripe, problems, jump, publication.ask);
  const parts = { history, copy, problems, view, desk, publication, press };
  return {
    config,
    dispatch,
    autosave,
    status,
    pageId,
    ...parts,
  };
}

export type PageDesk = ReturnType<typeof usePageDesk>;
