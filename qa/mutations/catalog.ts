import { APP } from './app.ts';
import { CHECKOUT_PAGE } from './checkout-page.ts';
import { CONTENT_AND_CLI } from './content-and-cli.ts';
import { DOMAIN } from './domain.ts';
import type { Mutation } from './mutation.ts';
import { SANDBOX } from './sandbox.ts';
import { SERVER_ACCESS } from './server-access.ts';
import { SERVER_CHECKOUT } from './server-checkout.ts';
import { SERVER_WORK } from './server-work.ts';

/** All mutations. Each breaks a rule that buyers or sellers rely on. */
export const CATALOG: readonly Mutation[] = [
  ...DOMAIN,
  ...SERVER_CHECKOUT,
  ...SERVER_ACCESS,
  ...SERVER_WORK,
  ...APP,
  ...CHECKOUT_PAGE,
  ...SANDBOX,
  ...CONTENT_AND_CLI,
];
