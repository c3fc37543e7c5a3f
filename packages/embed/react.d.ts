import type { AnchorHTMLAttributes, ReactElement } from 'react';

import type { TillwrightEvents } from './index.d.ts';

type EventProps = {
  onOpened?: (detail: TillwrightEvents['opened']) => void;
  onStarted?: (detail: TillwrightEvents['started']) => void;
  onPaid?: (detail: TillwrightEvents['paid']) => void;
  onPending?: (detail: TillwrightEvents['pending']) => void;
  onClosed?: (detail: TillwrightEvents['closed']) => void;
  onError?: (detail: TillwrightEvents['error']) => void;
};

type PageProps = {
  /** Origin of the Tillwright installation, such as https://shop.example. */
  appUrl: string;
  /** Slug of the page. */
  page: string;
  /** Parameters of the page, such as `email` and `coupon`. */
  query?: Record<string, string>;
};

/** Shows the checkout inline. The height adjusts to its content. */
export function TillwrightCheckout(props: PageProps & EventProps): ReactElement;

/** A link that opens the checkout as a popup; without JavaScript, it leads to the page. */
export function TillwrightLink(
  props: PageProps & EventProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | keyof EventProps>,
): ReactElement;
