export const TRIAL_DAYS = 7;

/** What the publishing rule knows of a seller. */
export type SellerAccess = { id: string };

/** Whether a seller may publish now. True for everyone until the plans exist. */
export const mayPublish = (_seller: SellerAccess, _now: Date): boolean => true;
