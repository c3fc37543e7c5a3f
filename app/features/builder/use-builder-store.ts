import { useCallback, useMemo, useReducer, useState, type Dispatch, type ReactNode } from 'react';

import { toast } from '#app/components/toast.tsx';
import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageDraft, PageCounts } from '#domain/rpc-contract.ts';

import { getImageErrorToast } from './fields/image-field.tsx';
import { useFieldNavigation } from './fields/use-field-navigation.ts';
import { usePublish } from './publish/use-publish.ts';
import { withUnusedCoupons } from './sections/coupon-state.ts';
import { useAutosave } from './state/autosave.ts';
import type { BuilderContextValue } from './state/builder-context.ts';
import { builderReducer, createState, setKey, type BuilderAction } from './state/builder-reducer.ts';
import { useHistory } from './state/history.ts';
import { useLocalCopy } from './state/use-local-copy.ts';
import { usePageValidation } from './state/use-page-validation.ts';
import type { TemplateGallery } from './template-dialog.tsx';
import type { StripeConnection } from './use-stripe-connection.ts';

const MIN_REFETCH_INTERVAL_MS = 10_000;

/** Loads sold quantity and coupon usage, refetched on focus; null without a page and while loading. */
function usePageCounts(pageId: string | null, published: CheckoutPageConfig | null): PageCounts | null {
  const { data = null } = useRpcQuery(
    'get-page-counts',
    { pageId: pageId ?? '' },
    { enabled: pageId !== null, staleTime: MIN_REFETCH_INTERVAL_MS },
  );
  return useMemo(() => withUnusedCoupons(data, published?.validCoupons ?? []), [data, published]);
}

/** The seller's plan as far as it concerns the builder. */
export type BuilderPlan = {
  banner: ReactNode;
  /** Whether the plan allows published pages; null while unknown. */
  hasAccess: boolean | null;
  /** Called when publishing was rejected because of a missing plan. */
  onPublishRejected: () => void;
};

export type BuilderLayoutProps = {
  userId: string;
  sandbox: boolean;
  /** Null for a page that does not exist yet. */
  initialPage: PageDraft | null;
  stripe: StripeConnection;
  Gallery: TemplateGallery;
  plan: BuilderPlan;
  onCreated: (pageId: string) => void;
  onReload: () => void;
};

/** Builds the memoized context value of the form fields. */
function useBuilderContextValue(
  options: Omit<BuilderContextValue, 'set' | 'patch'>,
  dispatch: Dispatch<BuilderAction>,
): BuilderContextValue {
  const { config, counts, liveSlug, liveUrl, slugStatus, markTouched, getFieldError, focusField, accountCountry } =
    options;
  const set = useCallback<BuilderContextValue['set']>(
    (key, value) => dispatch(setKey(key, value, performance.now())),
    [dispatch],
  );
  const patch = useCallback<BuilderContextValue['patch']>(
    (changes, undoGroup = '') =>
      dispatch({ type: 'patch', patch: changes, undoGroup: undoGroup || null, at: performance.now() }),
    [dispatch],
  );
  return useMemo(
    () => ({
      config,
      set,
      patch,
      counts,
      liveSlug,
      liveUrl,
      slugStatus,
      markTouched,
      getFieldError,
      focusField,
      accountCountry,
    }),
    [config, set, patch, counts, liveSlug, liveUrl, slugStatus, markTouched, getFieldError, focusField, accountCountry],
  );
}

type Validation = ReturnType<typeof usePageValidation>;

/** Returns the click handler of Publish: requires Stripe, then shows validation errors, then publishes or asks first. */
function usePublishClick(
  stripe: StripeConnection,
  validation: Validation,
  focusField: (field: string) => void,
  requestPublish: () => void,
) {
  async function handlePublishClick() {
    const connection = stripe.connection ?? (await stripe.refresh().catch(() => null));
    if (connection && connection.state !== 'complete')
      return toast(getImageErrorToast('stripe_not_connected'), { destructive: true });
    const [firstError] = validation.errors;
    validation.showAllErrors();
    if (firstError) return focusField(firstError.field);
    requestPublish();
  }
  return () => void handlePublishClick();
}

/** State of the page that is open in the builder: config with undo, autosave, validation and publishing. */
export function useBuilderStore({ userId, initialPage, stripe, plan, onCreated }: BuilderLayoutProps) {
  const [initialConfig] = useState(() => initialPage?.config ?? createEmptyConfig());
  const [state, dispatch] = useReducer(builderReducer, initialConfig, createState);
  const config = state.present;
  const savedPage = { pageId: initialPage?.pageId ?? null, revision: initialPage?.revision ?? 0 };
  const { autosave, status, pageId } = useAutosave(savedPage, initialConfig, config, onCreated);
  const history = useHistory({ userId, autosave, state, dispatch, initialConfig });
  const copy = useLocalCopy({ userId, autosave, status, initialConfig, config });
  const validation = usePageValidation(config, initialPage?.slug ?? null);
  const navigation = useFieldNavigation();
  const { markTouched, getFieldError, showAllErrors, slugStatus } = validation;
  const { focusField, setPreviewing } = navigation;
  const cache = useRpcCache();
  const publication = usePublish({
    initialPage,
    autosave,
    config,
    onRejected: (fieldErrors, rejectedConfig) => {
      showAllErrors(fieldErrors, rejectedConfig);
      if (fieldErrors[0]) focusField(fieldErrors[0].field);
    },
    onPublished: () => {
      setPreviewing(true);
      void cache.invalidate('get-page-counts', 'list-versions', 'check-slug');
    },
    onPlanMissing: plan.onPublishRejected,
  });
  const { slug: liveSlug, url, domainUrl, version, published } = publication;
  const liveUrl = url && (domainUrl ?? url);
  const counts = usePageCounts(version > 0 ? pageId : null, published);
  const accountCountry = stripe.connection?.country ?? null;
  const contextValue = useBuilderContextValue(
    { config, counts, liveSlug, liveUrl, slugStatus, markTouched, getFieldError, focusField, accountCountry },
    dispatch,
  );
  const handlePublishClick = usePublishClick(stripe, validation, focusField, publication.requestPublish);
  return {
    config,
    autosave,
    status,
    pageId,
    history,
    copy,
    validation,
    navigation,
    contextValue,
    publication,
    handlePublishClick,
  };
}

export type BuilderStore = ReturnType<typeof useBuilderStore>;
