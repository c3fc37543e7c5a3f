import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';

type Tab<V extends string> = {
  value: V;
  label: ReactNode;
  /** URL that shows this tab, for clicks before hydration. */
  href?: string | undefined;
};

type Props<V extends string> = {
  /** Start of the ids of the tabs and their panels. */
  id: string;
  /** Names the list for assistive technology. */
  label: string;
  value: V;
  onChange: (value: V) => void;
  tabs: readonly Tab<V>[];
};

const getTabId = (id: string, value: string): string => `${id}-tab-${value}`;
const getPanelId = (id: string, value: string): string => `${id}-panel-${value}`;

/** Properties of the element that shows the content of a tab. */
export const getPanelProps = (id: string, value: string) => ({
  id: getPanelId(id, value),
  role: 'tabpanel',
  'aria-labelledby': getTabId(id, value),
  tabIndex: 0,
});

/** A list of tabs. Arrow keys, Home and End select a tab and focus it. */
export function TabList<V extends string>({ id, label, value, onChange, tabs }: Props<V>) {
  const handleKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === value);
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    };
    const tab = tabs.at(targets[event.key] ?? index);
    if (!(event.key in targets) || !tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(getTabId(id, tab.value))?.focus();
  };
  return (
    <div role="tablist" className="tabs" aria-label={label} aria-orientation="horizontal">
      {tabs.map((tab) => {
        const isSelected = tab.value === value;
        const props = {
          id: getTabId(id, tab.value),
          role: 'tab',
          'aria-selected': isSelected,
          'aria-controls': getPanelId(id, tab.value),
          'data-state': isSelected ? 'active' : 'inactive',
          tabIndex: isSelected ? 0 : -1,
          onKeyDown: handleKeyDown,
        };
        const select = () => onChange(tab.value);
        if (tab.href === undefined)
          return (
            <button key={tab.value} {...props} type="button" onClick={select}>
              {tab.label}
            </button>
          );
        const selectInPage = (event: MouseEvent) => {
          // Modified clicks open the link in a new browser tab or window as usual.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          select();
        };
        return (
          <a key={tab.value} {...props} href={tab.href} onClick={selectInPage}>
            {tab.label}
          </a>
        );
      })}
    </div>
  );
}
