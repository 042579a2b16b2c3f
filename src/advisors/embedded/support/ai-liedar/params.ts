import type { AdvisorParams } from "../../../advisor.ts";

/** @throws RangeError where an advisor that takes no params is given one */
export function withoutParams(params: AdvisorParams, strategy: string): void {
  const [name] = Object.keys(params);
  if (name !== undefined) {
    throw new RangeError(
      `embedded/${strategy} takes no params, got ${name}: ${JSON.stringify(params[name])}`,
    );
  }
}
