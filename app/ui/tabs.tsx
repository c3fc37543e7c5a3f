import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import type { MouseEvent, ReactNode } from 'react';

import { ringByKeys } from './ring-by-keys.ts';

type Tab<V extends string> = {
  value: V;
  label: string;
  content: ReactNode;
  /** The address that shows this tab, for a press before the scripts have arrived. */
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

/** The tab is shown in place; a press that asks for another tab or window of the browser is left to it. */
function stayHere(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
}

/** Tabs of the kit; the panels that are not shown are not drawn. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className }: Props<V>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onChange(tab.value);
  };
  return (
    <Root value={value} onValueChange={choose} className={className}>
      <List className="tabs" aria-label={label} {...ringByKeys}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} asChild={tab.href !== undefined}>
            {tab.href === undefined ? (
              tab.label
            ) : (
              <a href={tab.href} type={undefined} onClick={stayHere}>
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
