import { Close, Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { ChevronDown, CreditCard, Globe, Settings, UserRound, Webhook } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';

const SCREENS = [
  { label: 'Domains', to: '/domains', Icon: Globe },
  { label: 'Integrations', to: '/integrations', Icon: Webhook },
  { label: 'Plan and billing', to: '/subscription', Icon: CreditCard },
  { label: 'Account', to: '/account', Icon: UserRound },
];

/** The navigation's "Settings" button. It is marked as current on each of the screens that it lists. */
export function SettingsMenu() {
  const { pathname } = useLocation();
  const current = SCREENS.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Root>
      <Trigger className="settings-menu" aria-current={current ? 'true' : undefined}>
        <Settings className="i" aria-hidden="true" />
        Settings
        <ChevronDown className="i settings-menu__chevron" aria-hidden="true" />
      </Trigger>
      <Portal>
        <Content className="menu" sideOffset={8} collisionPadding={8} aria-label="Settings">
          {SCREENS.map(({ label, to, Icon }) => (
            <Close key={to} asChild>
              <NavLink className="menu-item" to={to}>
                <Icon className="i" aria-hidden="true" />
                {label}
              </NavLink>
            </Close>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
