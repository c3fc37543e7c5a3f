import { NavLink } from 'react-router';

/** Tabs: orders and subscriptions. */
export function OrdersTabs() {
  return (
    <nav className="tabs orders-tabs" aria-label="Orders">
      <NavLink to="/orders" end>
        Orders
      </NavLink>
      <NavLink to="/orders/subscriptions">Subscriptions</NavLink>
    </nav>
  );
}
