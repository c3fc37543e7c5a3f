import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { type FieldError, normalizeConfig, validatePage } from '#domain/page-fields.ts';
import { normalizeSlug, validateSlug } from '#domain/slug.ts';

import { filterVisibleErrors, getConfigKey, sortByTab } from './config-keys.ts';

/** Returns the slug that a published page gives up when this slug is published; null if it keeps its slug. */
export const getReplacedSlug = (customSlug: string, liveSlug: string | null): string | null => {
  const slug = normalizeSlug(customSlug);
  return liveSlug !== null && slug !== '' && slug !== liveSlug ? liveSlug : null;
};

/** Availability of a slug. `unknown`: the check failed; publishing checks again. */
export type SlugStatus = 'idle' | 'checking' | 'unknown' | 'free' | 'refused';

const SLUG_CHECK_DELAY_MS = 500;
const TAKEN_MESSAGE = new AppError('slug_taken').message;

/**
 * Checks the availability of a slug half a second after the last change, and returns why it is refused. Invalid slugs and
 * the page's own slug are not sent to the server. TanStack Query drops responses for an earlier slug.
 */
function useSlugStatus(customSlug: string, ownSlug: string | null): { status: SlugStatus; error: string | null } {
  const [searchParams] = useSearchParams();
  const pageId = searchParams.get('page');
  const slug = normalizeSlug(customSlug);
  const [debouncedSlug, setDebouncedSlug] = useState('');
  useEffect(() => {
    const timer = setTimeout(setDebouncedSlug, SLUG_CHECK_DELAY_MS, slug);
    return () => clearTimeout(timer);
  }, [slug]);
  const isChecked = slug !== '' && slug !== ownSlug && validateSlug(slug) === null;
  const isDebounced = slug === debouncedSlug;
  const { data, error, isPlaceholderData } = useRpcQuery(
    'check-slug',
    { slug, ...(pageId ? { pageId } : {}) },
    { enabled: isChecked && isDebounced, gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false },
  );
  if (!isChecked) return { status: 'idle', error: null };
  if (error && isDebounced) return { status: 'unknown', error: null };
  if (!data || isPlaceholderData || !isDebounced) return { status: 'checking', error: null };
  return data.available ? { status: 'free', error: null } : { status: 'refused', error: data.problem ?? TAKEN_MESSAGE };
}

type ServerErrors = { errors: readonly FieldError[]; config: CheckoutPageConfig };

/** Keeps a server error until its field changes. */
const filterActiveServerErrors = ({ errors, config }: ServerErrors, currentConfig: CheckoutPageConfig): FieldError[] =>
  errors.filter(({ field }) => config[getConfigKey(field)] === currentConfig[getConfigKey(field)]);

const validateConfig = (config: CheckoutPageConfig, deliveryErrors: readonly FieldError[]): FieldError[] =>
  sortByTab([...validatePage(normalizeConfig(config)), ...deliveryErrors]);

type Options = {
  config: CheckoutPageConfig;
  /** What outline and preview show: `config` as it was a moment ago while the seller types. */
  shownConfig: CheckoutPageConfig;
  /** The slug of the published page. */
  ownSlug: string | null;
  /** Errors that concern what the page delivers. */
  deliveryErrors: readonly FieldError[];
};

/** Returns the errors of what is shown; `validate` returns those of the latest state. */
export function usePageValidation({ config, shownConfig, ownSlug, deliveryErrors }: Options) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [serverErrors, setServerErrors] = useState<ServerErrors | null>(null);

  const errors = useMemo(() => validateConfig(shownConfig, deliveryErrors), [shownConfig, deliveryErrors]);
  const { status: slugStatus, error: slugError } = useSlugStatus(shownConfig.customSlug, ownSlug);
  const visibleErrors = useMemo(() => {
    const activeServerErrors = serverErrors ? filterActiveServerErrors(serverErrors, shownConfig) : [];
    // A taken slug is shown as soon as it is known but does not block publishing: the server decides.
    if (slugError && !activeServerErrors.some(({ field }) => field === 'customSlug'))
      activeServerErrors.push({ field: 'customSlug', message: slugError });
    const clientErrors = filterVisibleErrors(errors, touched, showAll).filter(
      ({ field }) => !activeServerErrors.some((error) => error.field === field),
    );
    return sortByTab([...activeServerErrors, ...clientErrors]);
  }, [errors, touched, showAll, serverErrors, shownConfig, slugError]);

  const markTouched = useCallback(
    (field: string) => setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  const getFieldError = useCallback(
    (field: string) => visibleErrors.find((error) => error.field === field)?.message ?? null,
    [visibleErrors],
  );
  /** Shows all errors: those of the form and additional ones from the server. */
  const showAllErrors = useCallback((newErrors: readonly FieldError[] = [], rejectedConfig?: CheckoutPageConfig) => {
    setShowAll(true);
    setServerErrors(rejectedConfig ? { errors: newErrors, config: rejectedConfig } : null);
  }, []);

  const validate = () => validateConfig(config, deliveryErrors);

  return { errors, validate, visibleErrors, slugStatus, showAll, markTouched, getFieldError, showAllErrors };
}
