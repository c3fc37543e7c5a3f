import { useCallback, useMemo, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig, type FieldError } from '#domain/page-fields.ts';

import { sortByTab, getConfigKey, filterVisibleErrors } from './config-keys.ts';
import { useSlugStatus } from './use-slug-status.ts';

type ServerErrors = { errors: readonly FieldError[]; config: CheckoutPageConfig };

/** Keeps a server error until its field changes. */
const filterActiveServerErrors = ({ errors, config }: ServerErrors, currentConfig: CheckoutPageConfig): FieldError[] =>
  errors.filter(({ field }) => config[getConfigKey(field)] === currentConfig[getConfigKey(field)]);

const validateConfig = (config: CheckoutPageConfig): FieldError[] => sortByTab(validatePage(normalizeConfig(config)));

/** `ownSlug` is the slug of the published page. */
export function usePageValidation(config: CheckoutPageConfig, ownSlug: string | null) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [showAll, setShowAll] = useState(false);
  const [serverErrors, setServerErrors] = useState<ServerErrors | null>(null);

  const errors = useMemo(() => validateConfig(config), [config]);
  const { status: slugStatus, error: slugError } = useSlugStatus(config.customSlug, ownSlug);
  const visibleErrors = useMemo(() => {
    const activeServerErrors = serverErrors ? filterActiveServerErrors(serverErrors, config) : [];
    // A taken slug is shown as soon as it is known but does not block publishing: the server decides.
    if (slugError && !activeServerErrors.some(({ field }) => field === 'customSlug'))
      activeServerErrors.push({ field: 'customSlug', message: slugError });
    const clientErrors = filterVisibleErrors(errors, touched, showAll).filter(
      ({ field }) => !activeServerErrors.some((error) => error.field === field),
    );
    return sortByTab([...activeServerErrors, ...clientErrors]);
  }, [errors, touched, showAll, serverErrors, config, slugError]);

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

  return { errors, visibleErrors, slugStatus, showAll, markTouched, getFieldError, showAllErrors };
}
