import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

import { ringByKeys } from './ring-by-keys.ts';

type Tab<V extends string> = { value: V; label: string; content: ReactNode };
type Props<V extends string> = {
  /** Names the list of tabs for assistive technology. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
  className?: string;
};

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
          <Trigger key={tab.value} value={tab.value}>
            {tab.label}
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
