/** US dollars: two decimals, and more where the amount is small. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(amount === 0 || amount >= 1 ? 2 : 4)}`;
}

/** A time in words: seconds, minutes or hours. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
