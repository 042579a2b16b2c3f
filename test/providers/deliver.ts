import type { ServerResponse } from "node:http";
import type { Delivery } from "./behaviours.ts";

/** Time for what was written to arrive before the connection is reset, in milliseconds. */
const ARRIVAL = 20;

const PARTS = 10;

/** Sends a response, or as much of it as the delivery lets through. */
export function deliver(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  delivery: Delivery,
): void {
  const announced = { ...headers, "content-length": String(Buffer.byteLength(text)) };
  if (delivery.kind === "whole") {
    // Node joins headers and a string into one write, but not headers and bytes.
    response.writeHead(status, announced).end(text);
    return;
  }
  const body = Buffer.from(text);
  const half = body.subarray(0, Math.floor(body.length / 2));
  switch (delivery.kind) {
    case "hang":
      return;
    case "reset-before":
      response.socket?.resetAndDestroy();
      return;
    case "reset-after-headers":
      response.writeHead(status, announced).flushHeaders();
      setTimeout(() => response.socket?.resetAndDestroy(), ARRIVAL);
      return;
    case "cut":
      if (delivery.how === "clean") {
        response.writeHead(status, { ...headers, "content-length": String(half.length) }).end(half);
        return;
      }
      response.writeHead(status, delivery.how === "length" ? announced : headers);
      response.write(half);
      setTimeout(() => response.socket?.destroy(), ARRIVAL);
      return;
    case "drip": {
      response.writeHead(status, announced).flushHeaders();
      const size = Math.ceil(body.length / PARTS);
      let begin = 0;
      const timer = setInterval(() => {
        if (response.destroyed) return clearInterval(timer);
        const part = body.subarray(begin, begin + size);
        begin += size;
        if (begin < body.length) return response.write(part);
        clearInterval(timer);
        return response.end(part);
      }, delivery.ms / PARTS);
    }
  }
}
