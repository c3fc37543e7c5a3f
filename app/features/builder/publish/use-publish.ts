import { useState } from 'react';

import { clearToasts, toast } from '#app/components/toast.tsx';
import { formatErrorToast, showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { describeConfigChanges, normalizeConfig, type FieldError } from '#domain/page-fields.ts';
import type { PageDraft, PageState } from '#domain/rpc-contract.ts';

import { getConflictRevision, getConflictVersion, type Autosave } from '../state/autosave.ts';
import { isSameConfig, listDifferingKeys } from '../state/config-keys.ts';
import { getReplacedSlug } from '../state/use-page-validation.ts';

const messages = builderPublishMessages;
const confirmationMessages = messages.confirmation;

export type PublishInput = {
  state: PageState;
  /** Published version number; 0 before the first publication. */
  version: number;
  /** The published config; null if it is not known. */
  published: CheckoutPageConfig | null;
  draft: CheckoutPageConfig;
  liveSlug: string | null;
};

/** Result of a click on Publish: publish immediately, nothing to publish, or ask for confirmation. */
export type PublishDecision =
  | { kind: 'publish' }
  | { kind: 'nothing' }
  | { kind: 'ask'; title: string; changes: readonly string[]; consequences: readonly string[] };

/** Lists consequences of the changes that are not obvious. */
function listConsequences({ liveSlug, state, draft }: PublishInput, published: CheckoutPageConfig): string[] {
  const keys = listDifferingKeys(published, draft);
  const replacedSlug = getReplacedSlug(draft.customSlug, liveSlug);
  const priceChanges = keys.some((key) => ['price', 'currency', 'billingFrequency', 'paymentTerms'].includes(key));
  return [
    ...(state === 'unpublished' ? [confirmationMessages.republished] : [confirmationMessages.currentBuyers]),
    ...(priceChanges && published.paymentType === 'subscription' ? [confirmationMessages.currentSubscribers] : []),
    ...(priceChanges && published.paymentType === 'payment-plan' ? [confirmationMessages.currentPlans] : []),
    ...(replacedSlug ? [confirmationMessages.slugChange({ path: `/c/${replacedSlug}` })] : []),
  ];
}

export function decidePublish(input: PublishInput): PublishDecision {
  const { state, version, published } = input;
  const draft = normalizeConfig(input.draft);
  if (version === 0) return { kind: 'publish' };
  if (!published)
    return {
      kind: 'ask',
      title: confirmationMessages.titles.conflict,
      changes: [],
      consequences: [confirmationMessages.conflict, confirmationMessages.currentBuyers],
    };
  const changes = describeConfigChanges(published, draft);
  const consequences = listConsequences({ ...input, draft }, published);
  if (state === 'unpublished')
    return { kind: 'ask', title: confirmationMessages.titles.republish, changes, consequences };
  if (changes.length === 0 && listDifferingKeys(published, draft).length === 0) return { kind: 'nothing' };
  return {
    kind: 'ask',
    title:
      changes.length > 0
        ? confirmationMessages.titles.changes({ count: changes.length })
        : confirmationMessages.titles.unlistedChanges,
    changes,
    consequences,
  };
}

function parseFieldErrors(error: unknown): FieldError[] {
  if (!(error instanceof RpcError)) return [];
  if (error.code === 'slug_taken') return [{ field: 'customSlug', message: error.message }];
  return error.code === 'page_invalid' ? ((error.details.problems ?? []) as FieldError[]) : [];
}

type Options = {
  initialPage: PageDraft | null;
  autosave: Autosave;
  config: CheckoutPageConfig;
  onRejected: (errors: readonly FieldError[], rejectedConfig: CheckoutPageConfig) => void;
  onPublished: () => void;
  /** Called when the server rejects publishing because of a missing plan. */
  onPlanMissing: () => void;
};

/** Published state of the page. `config` is null if it is not known; `isOffline`: the page is unpublished or suspended. */
const toLiveState = (initialPage: PageDraft | null) => ({
  url: initialPage?.url ?? null,
  slug: initialPage?.slug ?? null,
  domainUrl: initialPage?.domainUrl ?? null,
  version: initialPage?.version ?? 0,
  config: initialPage?.published ?? null,
  isOffline: initialPage?.state === 'unpublished' || initialPage?.hold?.kind === 'suspended',
});

type LiveState = ReturnType<typeof toLiveState>;

function getPageState({ version, config: published, isOffline }: LiveState, config: CheckoutPageConfig): PageState {
  if (version === 0) return 'draft';
  if (isOffline) return 'unpublished';
  return published && isSameConfig(published, normalizeConfig(config)) ? 'published' : 'changed';
}

/** Sends the publish request and updates the published state with the response. */
function usePublishRequest({ initialPage, autosave, onRejected, onPublished, onPlanMissing }: Options) {
  const [liveState, setLiveState] = useState(() => toLiveState(initialPage));
  const [canPublish, setCanPublish] = useState(true);

  function handleFailure(error: unknown, rejectedConfig: CheckoutPageConfig) {
    // A failed save before publishing is reported as a failed publication, because that is what the seller clicked.
    if (getConflictRevision(error))
      toast({ ...formatErrorToast(error, messages.error), title: messages.error }, { destructive: true });
    else showErrorToast(error, messages.error);
    if (error instanceof RpcError && error.code === 'publishing_not_allowed') {
      setCanPublish(false);
      onPlanMissing();
    }
    const version = getConflictVersion(error);
    if (version !== null) setLiveState((before) => ({ ...before, version, config: null }));
    const fieldErrors = parseFieldErrors(error);
    if (fieldErrors.length > 0) onRejected(fieldErrors, rejectedConfig);
  }
  const { busy, run: send } = useAction(
    (_config: CheckoutPageConfig) =>
      autosave.publish(async (sent, { pageId }) => {
        const page = pageId === null ? {} : { pageId, baseVersion: liveState.version };
        const answer = await callRpc('save-checkout-page', { config: sent, slug: sent.customSlug, ...page });
        const { url, slug, version } = answer;
        const published = { url, slug, version, config: normalizeConfig(sent), isOffline: false };
        setLiveState((before) => ({ ...before, ...published }));
        // Errors of earlier tries no longer apply.
        clearToasts();
        return answer;
      }),
    {
      success: messages.published,
      onSuccess: () => {
        setCanPublish(true);
        onPublished();
      },
      onError: handleFailure,
    },
  );
  return { liveState, busy, canPublish, send };
}

/** Saves and publishes the draft. Later publications ask for confirmation. */
export function usePublish(options: Options) {
  const { liveState, busy, canPublish, send } = usePublishRequest(options);
  const [confirmation, setConfirmation] = useState<Extract<PublishDecision, { kind: 'ask' }> | null>(null);
  const { url, slug, domainUrl, version, config: published, isOffline } = liveState;
  const state = getPageState(liveState, options.config);

  function requestPublish() {
    if (busy) return;
    const decision = decidePublish({ state, version, published, draft: options.config, liveSlug: slug });
    if (decision.kind === 'ask') setConfirmation(decision);
    else if (decision.kind === 'publish') void send(options.config);
    else toast(messages.upToDate);
  }
  const close = () => setConfirmation(null);
  const publish = () => {
    close();
    void send(options.config);
  };
  const publicState = { url: isOffline ? null : url, domainUrl, slug, version, published, state };
  return { requestPublish, publish, confirmation, close, busy, canPublish, ...publicState };
}
