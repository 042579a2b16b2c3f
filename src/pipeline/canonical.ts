import { createHash } from "node:crypto";
import { canonicalJson } from "../tables/canonical.ts";

/** A hash with its algorithm in front: `sha256:` and 64 hex digits. */
export type Hash = `sha256:${string}`;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** SHA-256 of bytes or of a text's UTF-8 bytes. */
export function hashOf(data: string | Uint8Array): Hash {
  return `sha256:${createHash("sha256").update(data).digest("hex")}`;
}

/**
 * Hash of a record: SHA-256 over the record's name, the length of its canonical JSON in bytes, and that
 * JSON. The length in front keeps two records that are written one after the other apart.
 */
export function hashRecord(name: string, record: unknown): Hash {
  return hashCanonical(name, canonicalJson(record));
}

/** The same of a record's canonical JSON. */
export function hashCanonical(name: string, json: string): Hash {
  return hashOf(`${name}\n${Buffer.byteLength(json, "utf8")}\n${json}`);
}
