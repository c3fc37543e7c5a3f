import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

import { idOf } from './builder-field.tsx';
import { keyOfField, tabOfField, type Tab } from './page-tabs.ts';

const FOCUSABLE = 'input:checked, input:not([type=file]), button, select, textarea';

/** Finds the control of a field: for an entry without one that of its list, for a radio group the checked input. */
function controlOf(field: string): HTMLElement | null {
  const place = document.getElementById(idOf(field)) ?? document.getElementById(idOf(keyOfField(field)));
  if (!place || place.matches('input, button, select, textarea, [tabindex]')) return place;
  return place.querySelector<HTMLElement>('input:checked') ?? place.querySelector<HTMLElement>(FOCUSABLE);
}

/** State of the open tab and of the narrow-screen preview, and `focusField`, which opens the tab and focuses a field. */
export function useJump() {
  const [tab, setTab] = useState<Tab>('content');
  const [previewing, setPreviewing] = useState(false);
  const jump = useCallback((field: string) => {
    flushSync(() => {
      setTab(tabOfField(field));
      setPreviewing(false);
    });
    const control = controlOf(field);
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  }, []);
  return { tab, setTab, previewing, setPreviewing, jump };
}
