import { useCallback, useMemo, useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig, type PageProblem } from '#domain/page-problems.ts';

import { useSlugRefusal } from './use-slug-check.ts';
import { placedProblem } from './problem-places.ts';
import { inTabOrder, keyOfField, shownProblems } from './page-tabs.ts';

type Refused = { problems: readonly PageProblem[]; config: CheckoutPageConfig };

/** Keeps a server error until its field changes. */
const stillRefused = ({ problems, config }: Refused, now: CheckoutPageConfig): PageProblem[] =>
  problems.filter(({ field }) => config[keyOfField(field)] === now[keyOfField(field)]);

function problemsOf(config: CheckoutPageConfig): PageProblem[] {
  const tidy = tidyConfig(config);
  return inTabOrder(pageProblems(tidy).map((problem) => placedProblem(problem, tidy)));
}

export function usePageProblems(config: CheckoutPageConfig) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  const own = useMemo(() => problemsOf(config), [config]);
  const slugTaken = useSlugRefusal();
  const shown = useMemo(() => {
    const told = refused ? stillRefused(refused, config) : [];
    // A taken slug is shown as soon as it is known but does not block publishing: the server decides.
    if (slugTaken && !told.some(({ field }) => field === 'customSlug'))
      told.push({ field: 'customSlug', message: slugTaken });
    const others = shownProblems(own, left, all).filter(
      ({ field }) => !told.some((problem) => problem.field === field),
    );
    return inTabOrder([...told, ...others]);
  }, [own, left, all, refused, config, slugTaken]);

  const leave = useCallback(
    (field: string) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    [],
  );
  const problemOf = useCallback(
    (field: string) => shown.find((problem) => problem.field === field)?.message ?? null,
    [shown],
  );
  /** Shows all errors: those of the form and additional ones from the server. */
  const tellAll = useCallback((problems: readonly PageProblem[] = [], at?: CheckoutPageConfig) => {
    setAll(true);
    setRefused(at ? { problems, config: at } : null);
  }, []);

  return { own, shown, all, leave, problemOf, tellAll };
}
