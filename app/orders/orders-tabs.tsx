import { NavLink } from 'react-router';

/** What was bought, and what goes on being paid. */
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
