import type { IncomingMessage } from 'node:http';

/** Whose connection it is, for limits. */
export const clientAddress = (request: Pick<IncomingMessage, 'socket'>): string =>
  request.socket.remoteAddress ?? 'unknown';
