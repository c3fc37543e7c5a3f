import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import type { MouseEvent, ReactNode } from 'react';

import { focusVisibleOnly } from './ring-by-keys.ts';

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
