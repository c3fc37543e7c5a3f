import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

import { idOf } from './builder-field.tsx';
import { keyOfField, tabOfField, type Tab } from './page-tabs.ts';

const FOCUSABLE = 'input:checked, input:not([type=file]), button, select, textarea';

/** The control of a field; of an entry without one of its own, that of its list; of a group, the chosen one. */
function controlOf(field: string): HTMLElement | null {
  const place = document.getElementById(idOf(field)) ?? document.getElementById(idOf(keyOfField(field)));
  if (!place || place.matches('input, button, select, textarea, [tabindex]')) return place;
  return place.querySelector<HTMLElement>('input:checked') ?? place.querySelector<HTMLElement>(FOCUSABLE);
}

/** Which tab is open, whether a narrow screen shows the preview, and the way to any field. */
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
