import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import type { MouseEvent, ReactNode, FocusEvent, KeyboardEvent, PointerEvent } from 'react';

/**
 * Hides the focus ring for focus that the pointer caused, in lists whose items Radix focuses by script. Sets
 * `data-pressed` until the next key press, and the stylesheet hides the ring meanwhile.
 */
export const focusVisibleOnly = {
  onPointerDownCapture: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pressed = 'true';
  },
  onKeyDownCapture: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pressed;
  },
  onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) delete currentTarget.dataset.pressed;
  },
};

type Tab<V extends string> = {
  value: V;
  label: string;
  content: ReactNode;
  /** URL that shows this tab, for clicks before hydration. */
  href?: string;
};
type Props<V extends string> = {
  /** Names the list of tabs for assistive technology. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  className?: string;
};

/** Shows the tab in place. Modified clicks open the link in a new browser tab or window as usual. */
function keepInPage(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
}

/** Tabs. Hidden panels are not rendered. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className }: Props<V>) {
  const handleValueChange = (newValue: string) => {
    const tab = tabs.find((candidate) => candidate.value === newValue);
    if (tab) onChange(tab.value);
  };
  return (
    <Root value={value} onValueChange={handleValueChange} className={className}>
      <List className="tabs" aria-label={label} {...focusVisibleOnly}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} asChild={tab.href !== undefined}>
            {tab.href === undefined ? (
              tab.label
            ) : (
              <a href={tab.href} type={undefined} onClick={keepInPage}>
                {tab.label}
              </a>
            )}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.value} value={tab.value} className="tab-panel">
          {tab.content}
        </Content>
      ))}
    </Root>
  );
}
