import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';

import { focusVisibleOnly } from '#app/ui/ring-by-keys.ts';
import type { FieldError } from '#domain/page-problems.ts';

import { BuilderContext, useBuilder } from './builder-context.ts';
import { ContentTab } from './content-tab.tsx';
import { DesignTab } from './design-tab.tsx';
import { countErrorsOnTab, TAB_NAMES, TABS, type Tab } from './page-tabs.ts';
import { SettingsTab } from './settings-tab.tsx';

type BuilderTabsProps = {
  tab: Tab;
  onTabChange: (tab: Tab) => void;
  errors: readonly FieldError[];
  /** Shown above the panels on every tab. */
  summary: ReactNode;
};

function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="b-count num">
      {count}
      <span className="vh"> {count === 1 ? 'problem' : 'problems'}</span>
    </span>
  );
}

/** Defers updates of hidden panels; only the open panel renders on every keystroke. */
function DeferredPanel({ open, children }: { open: boolean; children: ReactNode }) {
  const builder = useBuilder();
  const deferredBuilder = useDeferredValue(builder);
  return <BuilderContext value={open ? builder : deferredBuilder}>{children}</BuilderContext>;
}

const CONTENT = <ContentTab />;
const SETTINGS = <SettingsTab />;

/** The three tabs of the form. All panels stay mounted, so unfinished input is not lost when the tab changes. */
export function BuilderTabs({ tab, onTabChange, errors, summary }: BuilderTabsProps) {
  const [designOpened, setDesignOpened] = useState(tab === 'design');
  if (tab === 'design' && !designOpened) setDesignOpened(true);
  const design = useMemo(() => <DesignTab loadFonts={designOpened} />, [designOpened]);
  const panels: Record<Tab, ReactNode> = { content: CONTENT, design, settings: SETTINGS };
  const selectTab = (value: string) => {
    const selectedTab = TABS.find((name) => name === value);
    if (selectedTab) onTabChange(selectedTab);
  };
  return (
    <Root value={tab} onValueChange={selectTab} className="b-tabs">
      <List className="tabs" aria-label="Builder" {...focusVisibleOnly}>
        {TABS.map((name) => (
          <Trigger key={name} value={name}>
            {TAB_NAMES[name]}
            <ErrorCount count={countErrorsOnTab(errors, name)} />
          </Trigger>
        ))}
      </List>
      <div className="b-scroll" id="builder-form">
        {summary}
        {TABS.map((name) => (
          <Content key={name} value={name} forceMount className="b-panel">
            <DeferredPanel open={name === tab}>{panels[name]}</DeferredPanel>
          </Content>
        ))}
      </div>
    </Root>
  );
}
