/** `1,047` */
export const countText = (figure: number): string => String(figure).replace(/\B(?=(\d{3})+$)/g, ',');
