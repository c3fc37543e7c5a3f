import { Outlet } from 'react-router';

import '#app/features/purchases/purchases.css';
import type { RouteHandle } from '#app/root.tsx';

export const handle: RouteHandle = { static: true };

/** The documents of the buyer portal are private. Their routes inherit the header. */
export const headers = () => ({ 'Cache-Control': 'no-store' });

export default Outlet;
