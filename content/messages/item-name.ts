/** Name of what was bought: `Workshop seat`, or `5 × Workshop seat`. */
export const getItemName = ({ name, quantity }: { name: string; quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`;
