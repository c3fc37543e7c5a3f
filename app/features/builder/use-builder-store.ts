import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
} from 'react';

import { useRpcCache, useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageDraft, PageCounts } from '#domain/rpc-contract.ts';

import { useDelivery } from './delivery/use-delivery.ts';
import { useFieldNavigation } from './fields/use-field-navigation.ts';
import { usePublishClick } from './publish/use-publish-click.ts';
import { usePublish } from './publish/use-publish.ts';
import { withUnusedCoupons } from './sections/coupon-state.ts';
import { useAutosave, type Autosave } from './state/autosave.ts';
import type { BuilderContextValue } from './state/builder-context.ts';
import { builderReducer, createState, setKey, type BuilderAction } from './state/builder-reducer.ts';
import { useHistory } from './state/history.ts';
import { useStoredEntries, type PendingEntry } from './state/pending-entries.ts';
import { useLocalCopy } from './state/use-local-copy.ts';
import { usePageValidation } from './state/use-page-validation.ts';
import type { TemplateGallery } from './template-dialog.tsx';
import { useStripePages, type StripeConnection, type StripePages } from './use-stripe-connection.ts';

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
  /** True once the plan is known or its request has failed. */
  isLoaded: boolean;
  /** Whether the plan allows published pages; null while unknown. */
  isActive: boolean | null;
  /** Called when publishing was rejected because of a missing plan. */
  onPublishRejected: () => void;
};

export type BuilderLayoutProps = {
  userId: string;
  sandbox: boolean;
  /** Null for a page that does not exist yet. */
  initialPage: PageDraft | null;
  connection: StripeConnection;
  Gallery: TemplateGallery;
  plan: BuilderPlan;
  onCreated: (pageId: string) => void;
  onReload: () => void;
};

/** Returns a function that stays the same and calls the callback of the latest render. */
function useLatestCallback(callback: () => void): () => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback(() => latest.current(), []);
}

/** What the form fields need of the connected Stripe account. */
const useAccount = ({ connection, openDashboard, refresh }: StripePages) => ({
  accountCountry: connection?.country ?? null,
  accountMethods: connection?.paymentMethods ?? null,
  openStripeDashboard: useLatestCallback(openDashboard),
  refreshConnection: refresh,
});

/** A new page offers everything that its seller has turned on at Stripe. */
export const createNewPage = (): CheckoutPageConfig => {
  const config = createEmptyConfig();
  return { ...config, payment: { ...config.payment, methods: 'stripe' } };
};

function useBuilderContextValue(
  options: Omit<BuilderContextValue, 'set' | 'patch'>,
  dispatch: Dispatch<BuilderAction>,
): BuilderContextValue {
  const { config, pageId, counts, liveSlug, liveUrl, slugStatus, pendingEntries, restoredEntries } = options;
  const { markTouched, getFieldError, focusField, accountCountry, accountMethods } = options;
  const { openStripeDashboard, refreshConnection, delivery } = options;
  const set = useCallback<BuilderContextValue['set']>(
    (key, value) => dispatch(setKey(key, value, performance.now())),
    [dispatch],
  );
  const patch = useCallback<BuilderContextValue['patch']>(
    (changes, undoGroup = '') =>
      dispatch({ type: 'patch', patch: changes, undoGroup: undoGroup || null, at: performance.now() }),
    [dispatch],
  );
  const page = useMemo(
    () => ({ config, pageId, counts, liveSlug, liveUrl, slugStatus, accountCountry, accountMethods }),
    [config, pageId, counts, liveSlug, liveUrl, slugStatus, accountCountry, accountMethods],
  );
  return useMemo(
    () => ({
      ...page,
      set,
      patch,
      pendingEntries,
      restoredEntries,
      markTouched,
      getFieldError,
      focusField,
      openStripeDashboard,
      refreshConnection,
      delivery,
    }),
    [
      page,
      set,
      patch,
      pendingEntries,
      restoredEntries,
      markTouched,
      getFieldError,
      focusField,
      openStripeDashboard,
      refreshConnection,
      delivery,
    ],
  );
}

type PublicationOptions = Pick<BuilderLayoutProps, 'initialPage' | 'plan'> & {
  autosave: Autosave;
  config: CheckoutPageConfig;
  validation: ReturnType<typeof usePageValidation>;
  navigation: ReturnType<typeof useFieldNavigation>;
};

function usePublication({ initialPage, plan, autosave, config, validation, navigation }: PublicationOptions) {
  const cache = useRpcCache();
  return usePublish({
    initialPage,
    autosave,
    config,
    onRejected: (fieldErrors, rejectedConfig) => {
      validation.showAllErrors(fieldErrors, rejectedConfig);
      if (fieldErrors[0]) navigation.focusField(fieldErrors[0].field);
    },
    onPublished: () => {
      navigation.setPreviewing(true);
      void cache.invalidate('get-page-counts', 'list-versions', 'check-slug');
    },
    onPlanMissing: plan.onPublishRejected,
  });
}

/** State of the page that is open in the builder: config with undo, autosave, validation and publishing. */
export function useBuilderStore({ userId, initialPage, connection, plan, onCreated }: BuilderLayoutProps) {
  const [initialConfig] = useState(() => initialPage?.config ?? createNewPage());
  const [state, dispatch] = useReducer(builderReducer, initialConfig, createState);
  const config = state.present;
  const shownConfig = useDeferredValue(config);
  const savedPage = { pageId: initialPage?.pageId ?? null, revision: initialPage?.revision ?? 0 };
  const { autosave, status, pageId } = useAutosave(savedPage, initialConfig, config, onCreated);
  const stripe = useStripePages(connection, async () => {
    // An offline builder keeps retrying; Stripe then leads back to the page as it was saved last.
    await autosave.flush().catch(() => undefined);
    return autosave.page.pageId;
  });
  const history = useHistory({ userId, autosave, state, dispatch, initialConfig });
  const copy = useLocalCopy({ userId, autosave, status, initialConfig, config });
  const { delivery, problems } = useDelivery({ pageId, config: shownConfig, autosave, dispatch });
  const ownSlug = initialPage?.slug ?? null;
  const validation = usePageValidation({ config, shownConfig, ownSlug, deliveryErrors: problems.errors });
  const navigation = useFieldNavigation();
  const [pendingEntries] = useState(() => new Set<PendingEntry>());
  const restoredEntries = useStoredEntries(userId, () => autosave.page.pageId, pendingEntries);
  const { markTouched, getFieldError, slugStatus } = validation;
  const { focusField } = navigation;
  const publication = usePublication({ initialPage, plan, autosave, config, validation, navigation });
  const { slug: liveSlug, url, domainUrl, version, published } = publication;
  const liveUrl = url && (domainUrl ?? url);
  const counts = usePageCounts(version > 0 ? pageId : null, published);
  const fieldState = { pendingEntries, restoredEntries, markTouched, getFieldError, focusField };
  const contextValue = useBuilderContextValue(
    { config, pageId, counts, liveSlug, liveUrl, slugStatus, delivery, ...useAccount(stripe), ...fieldState },
    dispatch,
  );
  const { requestPublish } = publication;
  const handlePublishClick = usePublishClick({ stripe, pendingEntries, validation, focusField, requestPublish });
  return {
    config,
    shownConfig,
    autosave,
    status,
    pageId,
    history,
    copy,
    validation,
    deliveryWarnings: problems.warnings,
    navigation,
    contextValue,
    publication,
    handlePublishClick,
    stripe,
  };
}

export type BuilderStore = ReturnType<typeof useBuilderStore>;
