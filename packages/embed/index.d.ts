/** Parameters of the page, such as `email`, `coupon`, `priceOption`, `amount`, `quantity` and `f.name`. */
export type TillwrightQuery = string | Record<string, string>;

export type TillwrightEvents = {
  ready: null;
  opened: { page: string };
  /** The buyer goes to Stripe to pay. */
  started: { page: string };
  paid: { page: string; order: string };
  pending: { page: string; order: string };
  closed: { page: string };
  error: { page: string; code: 'load_timeout' };
};

export type Tillwright = {
  readonly version: 2;
  ready(callback: (tillwright: Tillwright) => void): void;
  /** Opens a page as a popup. `page`: its slug. */
  open(page: string, options?: { query?: TillwrightQuery }): { close(): void };
  /** Calls back on every event of a type. Returns a function that stops this. */
  on<Type extends keyof TillwrightEvents>(
    type: Type,
    callback: (detail: TillwrightEvents[Type], target: EventTarget) => void,
  ): () => void;
};

/**
 * Loads the embed script of a Tillwright installation, once per document. `appUrl`: its origin, such as
 * https://shop.example. Rejects if the script cannot be loaded.
 */
export function loadTillwright(appUrl: string): Promise<Tillwright>;
