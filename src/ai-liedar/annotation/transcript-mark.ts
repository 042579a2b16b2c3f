import { md5 } from "../../tables/md5.ts";

/**
 * A mark of a transcript: 32 hexadecimal digits of the MD5 of its UTF-8 bytes. An annotation carries that of the transcript
 * that was read, so that it is not taken for one of an episode that was played anew since.
 */
export function transcriptMark(transcript: string): string {
  return [...md5(new TextEncoder().encode(transcript))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
