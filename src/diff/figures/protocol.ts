/** Two figures to draw; the same number comes back with what came of it. */
export interface DrawTask {
  readonly id: number;
  readonly a: string;
  readonly b: string;
}

export interface DrawAnswer {
  readonly id: number;
  readonly result: Drawn | Undrawn;
  /** How long it took. */
  readonly ms: number;
}

export interface Drawn {
  readonly kind: "drawn";
  /** Of the smallest sheet that holds both. */
  readonly width: number;
  readonly height: number;
  readonly differing: number;
  /** PNG with differing pixels marked. */
  readonly image: Uint8Array;
}

export interface Undrawn {
  readonly kind: "undrawn";
  readonly side: "a" | "b";
  readonly why: string;
}
