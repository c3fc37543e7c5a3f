import { useId, type ReactNode } from 'react';

import { getPanelProps, TabList } from './tab-list.tsx';

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

/** Tabs. Hidden panels are not rendered. */
export function Tabs<V extends string>({ label, value, onChange, tabs, className }: Props<V>) {
  const id = useId();
  return (
    <div className={className}>
      <TabList {...{ id, label, value, onChange, tabs }} />
      {tabs.map(
        (tab) =>
          tab.value === value && (
            <div key={tab.value} {...getPanelProps(id, tab.value)} className="tab-panel">
              {tab.content}
            </div>
          ),
      )}
    </div>
  );
}
