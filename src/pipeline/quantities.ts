/** A count with its thousands set off by commas. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/gu, ",");
}

/** A count with its noun: "1 answer", "1,200 answers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
