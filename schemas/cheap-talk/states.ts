// Generated from states.schema.json by `npm run schemas`. Edit the schema, not this file.

/**
 * States of the design, uniform on [0, 1]; one list serves every cell.
 */
export interface StatesRow {
  /**
   * Number of the state in the list that serves every cell, from 0.
   */
  state_index: number;
  /**
   * State, rounded to six decimals before prompt and analysis.
   */
  omega: number;
  /**
   * State as drawn, before rounding.
   */
  omega_raw: number;
}
