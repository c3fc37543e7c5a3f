import { createContext } from 'react-router';

import type { Services } from '#server/core/services.ts';

/** The server's services, for loaders and actions. */
export const servicesContext = createContext<Services>();
