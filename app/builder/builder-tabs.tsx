import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';

import { ringByKeys } from '#app/ui/ring-by-keys.ts';
import type { PageProblem } from '#domain/page-problems.ts';

import { BuilderContext, useBuilder } from './builder-context.ts';
import { ContentTab } from './content-tab.tsx';
import { DesignTab } from './design-tab.tsx';
import { countOnTab, TAB_NAMES, TABS, type Tab } from './page-tabs.ts';
import { SettingsTab } from './settings-tab.tsx';

type Props = {
  tab: Tab;
  onTab: (tab: Tab) => void;
  problems: readonly PageProblem[];
  /** Shown above the panels on every tab. */
  summary: ReactNode;
};

function ProblemCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="b-count num">
      {count}
      <span className="vh"> {count === 1 ? 'problem' : 'problems'}</span>
    </span>
  );
}

/** Defers updates of hidden panels; only the open panel renders on every keystroke. */
function Following({ open, children }: { open: boolean; children: ReactNode }) {
  const desk = useBuilder();
  const late = useDeferredValue(desk);
  return <BuilderContext value={open ? desk : late}>{children}</BuilderContext>;
}

const CONTENT = <ContentTab />;
const SETTINGS = <SettingsTab />;

/** The three tabs of the form. All panels stay mounted, so unfinished input is not lost when the tab changes. */
export function BuilderTabs({ tab, onTab, problems, summary }: Props) {
  const [seen, setSeen] = useState(tab === 'design');
  if (tab === 'design' && !seen) setSeen(true);
  const design = useMemo(() => <DesignTab open={seen} />, [seen]);
  const panels: Record<Tab, ReactNode> = { content: CONTENT, design, settings: SETTINGS };
  const choose = (chosen: string) => {
    const known = TABS.find((name) => name === chosen);
    if (known) onTab(known);
  };
  return (
    <Root value={tab} onValueChange={choose} className="b-tabs">
      <List className="tabs" aria-label="Builder" {...ringByKeys}>
        {TABS.map((name) => (
          <Trigger key={name} value={name}>
            {TAB_NAMES[name]}
            <ProblemCount count={countOnTab(problems, name)} />
          </Trigger>
        ))}
      </List>
      <div className="b-scroll" id="builder-form">
        {summary}
        {TABS.map((name) => (
          <Content key={name} value={name} forceMount className="b-panel">
            <Following open={name === tab}>{panels[name]}</Following>
          </Content>
        ))}
      </div>
    </Root>
  );
}
