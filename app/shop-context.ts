import { createContext } from 'react-router';

import type { Shop } from '#server/shop.ts';

/** The server's services, for loaders and actions. */
export const shopContext = createContext<Shop>();
