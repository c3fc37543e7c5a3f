/** `1,047` */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
