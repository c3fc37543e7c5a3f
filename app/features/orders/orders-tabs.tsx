import { NavLink } from 'react-router';

import { orderMessages } from '#content/messages/orders.ts';

export function OrdersTabs() {
  const { tabs } = orderMessages;
  return (
    <nav className="tabs orders-tabs" aria-label={tabs.label}>
      <NavLink to="/orders" end>
        {tabs.orders}
      </NavLink>
      <NavLink to="/orders/subscriptions">{tabs.subscriptions}</NavLink>
    </nav>
  );
}
