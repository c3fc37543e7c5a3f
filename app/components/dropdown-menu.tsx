import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';

import { loadOnDemand } from './utils/load-on-demand.tsx';
import { loadOverlays } from './utils/load-overlays.ts';

/** `href` opens a new tab, `to` another screen of the app. */
export type MenuItem = {
  label: string;
  Icon: LucideIcon;
  /** The action cannot easily be undone: the item is red and set apart. */
  destructive?: boolean;
} & ({ onSelect: () => void } | { href: string } | { to: string });

type Props = {
  /** Names the button and the menu for assistive technology. */
  label: string;
  Icon: LucideIcon;
  items: readonly MenuItem[];
};

const MenuFrame = loadOnDemand(async () => (await loadOverlays()).MenuFrame);

/** A menu of actions. Escape and Tab close it and return the focus to the button. */
export function DropdownMenu({ label, Icon, items }: Props) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<'keyboard' | 'pointer' | null>(null);
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className="key bare icon sm"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={openedBy !== null}
        data-state={openedBy ? 'open' : 'closed'}
        onClick={({ detail }) => setOpenedBy(openedBy ? null : detail === 0 ? 'keyboard' : 'pointer')}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpenedBy('keyboard')}
      >
        <Icon className="i" aria-hidden="true" />
      </button>
      {openedBy && (
        <MenuFrame
          label={label}
          items={items}
          target={buttonRef}
          isOpenedByKeyboard={openedBy === 'keyboard'}
          onClose={() => setOpenedBy(null)}
        />
      )}
    </>
  );
}
