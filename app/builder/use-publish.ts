import { useState } from 'react';

import type { PageDraft, PageState } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { tidyConfig, type PageProblem } from '#domain/page-problems.ts';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { failWords, useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Autosave } from './autosave.ts';
import { publishDecision, type PublishDecision } from './publish-decision.ts';
import { changedRevision, changedVersion, refusedProblems } from './refused-problems.ts';
import { isSameConfig } from './same-config.ts';

/** Published state of the page. `config` is null if it is not known; `isOffline`: the page is unpublished or suspended. */
type Live = {
  url: string | null;
  slug: string | null;
  domainUrl: string | null;
  version: number;
  config: CheckoutPageConfig | null;
  down: boolean;
};

type Options = {
  opened: PageDraft | null;
  autosave: Autosave;
  config: CheckoutPageConfig;
  onRefused: (problems: readonly PageProblem[], at: CheckoutPageConfig) => void;
  onPublished: () => void;
  /** Called when the server rejects publishing because of a missing plan. */
  onPlanMissing: () => void;
};

const liveOf = (opened: PageDraft | null): Live => ({
  url: opened?.url ?? null,
  slug: opened?.slug ?? null,
  domainUrl: opened?.domainUrl ?? null,
  version: opened?.version ?? 0,
  config: opened?.published ?? null,
  down: opened?.state === 'unpublished' || opened?.hold?.kind === 'suspended',
});

function stateOf({ version, config: published, down }: Live, config: CheckoutPageConfig): PageState {
  if (version === 0) return 'draft';
  if (down) return 'unpublished';
  return published && isSameConfig(published, tidyConfig(config)) ? 'published' : 'changed';
}

const FAILED = 'Publishing failed';

const isPlanMissing = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'publishing_not_allowed';

type Question = Extract<PublishDecision, { kind: 'ask' }>;

/** Sends the publish request and updates the published state with the response. */
function useSending({ opened, autosave, config, onRefused, onPublished, onPlanMissing }: Options) {
  const [live, setLive] = useState(() => liveOf(opened));
  const [busy, setBusy] = useState(false);
  const [mayPublish, setMayPublish] = useState(true);
  const failToast = useFailToast();

  function tellFailure(error: unknown) {
    // A failed save before publishing is reported as a failed publication, because that is what the seller clicked.
    if (changedRevision(error)) toast({ ...failWords(error, FAILED), title: FAILED }, { destructive: true });
    else failToast(error, FAILED);
    if (isPlanMissing(error)) {
      setMayPublish(false);
      onPlanMissing();
    }
    const version = changedVersion(error);
    if (version !== null) setLive((before) => ({ ...before, version, config: null }));
    const problems = refusedProblems(error);
    if (problems.length > 0) onRefused(problems, config);
  }
  async function send() {
    setBusy(true);
    try {
      await autosave.publish(async (sent, { pageId }) => {
        const page = pageId === null ? {} : { pageId, baseVersion: live.version };
        const answer = await call('save-checkout-page', { config: sent, slug: sent.customSlug, ...page });
        const { url, slug, version } = answer;
        setLive((before) => ({ ...before, url, slug, version, config: tidyConfig(sent), down: false }));
        return answer;
      });
      setMayPublish(true);
      toast({ title: 'Page published!', message: 'Share its address: buyers can pay there now.' });
      onPublished();
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { live, busy, mayPublish, send };
}

/** Saves and publishes the draft. Later publications ask for confirmation. */
export function usePublish(options: Options) {
  const { live, busy, mayPublish, send } = useSending(options);
  const [question, setQuestion] = useState<Question | null>(null);
  const { url, slug, domainUrl, version, config: published, down } = live;
  const state = stateOf(live, options.config);

  /** Handles a click on Publish. */
  function ask() {
    if (busy) return;
    const decision = publishDecision({ state, version, published, draft: options.config, liveSlug: slug });
    if (decision.kind === 'ask') setQuestion(decision);
    else if (decision.kind === 'publish') void send();
    else toast({ title: 'Nothing to publish', message: 'Buyers see this page exactly as it is here.' });
  }
  const close = () => setQuestion(null);
  const publish = () => {
    close();
    if (!busy) void send();
  };
  const standing = { url: down ? null : url, domainUrl, slug, version, published, state };
  return { ask, publish, question, close, busy, mayPublish, ...standing };
}
