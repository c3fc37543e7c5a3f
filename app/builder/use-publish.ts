import { useState } from 'react';

import type { PageDraft, PageState } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageProblem } from '#domain/page-problems.ts';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import type { Autosave } from './autosave.ts';
import { changedVersion, refusedProblems } from './refused-problems.ts';

/** What buyers see: null as `config` where it is not known to be what the form shows. */
type Live = { url: string | null; slug: string | null; version: number; config: CheckoutPageConfig | null };

type Options = {
  opened: PageDraft | null;
  autosave: Autosave;
  config: CheckoutPageConfig;
  onRefused: (problems: readonly PageProblem[], at: CheckoutPageConfig) => void;
  onPublished: () => void;
};

const liveOf = (opened: PageDraft | null): Live => ({
  url: opened?.url ?? null,
  slug: opened?.slug ?? null,
  version: opened?.version ?? 0,
  config: opened && opened.version > 0 ? opened.config : null,
});

/** Publishes what is in the form, saved first. */
export function usePublish({ opened, autosave, config, onRefused, onPublished }: Options) {
  const [live, setLive] = useState(() => liveOf(opened));
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();

  async function publish() {
    if (busy) return;
    setBusy(true);
    try {
      await autosave.publish(async (sent, { pageId }) => {
        const page = pageId === null ? {} : { pageId, baseVersion: live.version };
        const answer = await call('save-checkout-page', { config: sent, slug: sent.customSlug, ...page });
        setLive({ url: answer.url, slug: answer.slug, version: answer.version, config: sent });
        return answer;
      });
      toast({ title: 'Page published!', message: 'Share its address: buyers can pay there now.' });
      onPublished();
    } catch (error) {
      failToast(error, 'Publishing failed');
      const version = changedVersion(error);
      if (version !== null) setLive((before) => ({ ...before, version, config: null }));
      const problems = refusedProblems(error);
      if (problems.length > 0) onRefused(problems, config);
    } finally {
      setBusy(false);
    }
  }

  const unchanged = live.config === config;
  const state: PageState =
    live.version === 0
      ? 'draft'
      : unchanged && !(live.config === opened?.config && opened?.state === 'changed')
        ? 'published'
        : 'changed';
  return { publish, busy, url: live.url, slug: live.slug, state };
}
