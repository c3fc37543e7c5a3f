/** Name of what was bought: `Theater seat`, or `5 × Theater seat`. */
export const getItemName = ({ name, quantity }: { name: string; quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`;
