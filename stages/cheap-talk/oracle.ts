import type { OracleRow } from "../../schemas/cheap-talk/oracle.ts";
import {
  boundaries,
  oracleInformation,
  oracleLosses,
  partitionSize,
} from "../../src/cheap-talk/equilibrium.ts";

interface Params {
  /** Biases of the design: 0 or more, at most six decimals. */
  readonly biases: readonly number[];
}

/** Bins of the reference table, whatever the analysis uses: its column is named after them. */
const BINS = 20;

/** What the most informative equilibrium of Crawford and Sobel (1982) gives at each bias of the design. */
export default function oracle(_inputs: object, { biases }: Params): OracleRow[] {
  if (biases.length === 0) throw new RangeError("a design requires at least one bias, got none");
  return biases.map((bias) => {
    const size = partitionSize(bias);
    const losses = oracleLosses(bias);
    return {
      bias,
      N_CS: size,
      I_norm_20: oracleInformation(bias, BINS),
      L_R_CS: losses.receiver,
      L_S_CS: losses.sender,
      L_S_reveal: losses.senderReveal,
      L_R_babble: losses.receiverBabble,
      L_S_babble: losses.senderBabble,
      boundaries: size === null ? null : JSON.stringify([...boundaries(bias)]),
    };
  });
}
