import { createContext } from 'react-router';

import type { Shop } from '#server/shop.ts';

/** The running shop, for loaders and actions of public routes. */
export const shopContext = createContext<Shop>();
