import { orderMessages } from '#content/messages/orders.ts';
import type { OrderRow } from '#domain/order.ts';

/** Display name of the buyer: name, else email address. */
export const getBuyerName = ({ buyerName, email }: Pick<OrderRow, 'buyerName' | 'email'>): string | null =>
  buyerName || email;

/** Text in place of the name of a buyer without name and email address. */
export const getUnnamedBuyerLabel = ({ anonymized }: Pick<OrderRow, 'anonymized'>): string =>
  anonymized ? orderMessages.deletedCustomer : orderMessages.noEmail;
