import { useCallback, useState, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';

import { lazyForm } from '../sections/lazy-form.ts';
import { getConfigKey, getTab, TABS, type Tab } from '../state/config-keys.ts';
import { getFieldId } from './builder-field.tsx';

const PREFIX = 'f-';

/** Returns the field that has or last had the focus; null before the first focus. */
export function useCurrentField(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent) => {
      const element = target instanceof Element ? target.closest(`[id^="${PREFIX}"]`) : null;
      if (element) setCurrent(element.id.slice(PREFIX.length));
    };
    document.addEventListener('focusin', handleFocus);
    return () => document.removeEventListener('focusin', handleFocus);
  }, []);
  return current;
}

const FOCUSABLE = 'input:checked, input:not([type=file]), button, select, textarea';

/**
 * Finds the control of a field: for an entry without one that of its list, for a radio group the checked input, for collapsed
 * fields their summary.
 */
function findControl(field: string): HTMLElement | null {
  const element =
    document.getElementById(getFieldId(field)) ?? document.getElementById(getFieldId(getConfigKey(field)));
  if (!element || element.matches('input, button, select, textarea, [tabindex]')) return element;
  return (
    element.querySelector<HTMLElement>('input:checked') ??
    element.querySelector<HTMLElement>(FOCUSABLE) ??
    element.querySelector<HTMLElement>('summary')
  );
}

/** Runs an action after a closing dialog has restored the focus, which it does in a later task. */
export const runAfterDialog = (action: () => void): void => void setTimeout(() => setTimeout(action));

/** State of the open tab, which the URL's hash can choose at first, and of the narrow-screen preview, and `focusField`, which opens the tab and focuses a field. */
export function useFieldNavigation() {
  const { hash } = useLocation();
  const [tab, setTab] = useState<Tab>(() => TABS.find((name) => hash === `#${name}`) ?? 'content');
  const [previewing, setPreviewing] = useState(false);
  const focusField = useCallback((field: string) => {
    const focus = () => {
      flushSync(() => {
        setTab(getTab(field));
        setPreviewing(false);
      });
      findControl(field)?.focus({ preventScroll: true });
      // The part of the form with the focus shows its errors at once. An error opens collapsed fields.
      flushSync(() => undefined);
      const control = findControl(field);
      control?.focus({ preventScroll: true });
      control?.scrollIntoView({ block: 'center' });
    };
    focus();
    if (!findControl(field)) void lazyForm.load().then(focus, () => undefined);
  }, []);
  return { tab, setTab, previewing, setPreviewing, focusField };
}
