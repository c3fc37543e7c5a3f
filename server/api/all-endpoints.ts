import type { AnyEndpoint } from './endpoint.ts';
import { PAGE_ENDPOINTS } from './endpoints/pages.ts';

/** Every address of the API, under /api/v1. */
export const ALL_ENDPOINTS: readonly AnyEndpoint[] = [...PAGE_ENDPOINTS];
