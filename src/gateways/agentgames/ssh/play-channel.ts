import type { ServerChannel } from 'ssh2';
import { costOf } from '../../budget.ts';
import { encodeError, LONGEST_LINE, TOO_MUCH } from '../protocol.ts';
import type { Line, Session } from '../session.ts';
import { Lines } from './lines.ts';
import type { Link } from './link.ts';

/** The data stream: one JSON object per line, both ways. */
export function openPlayChannel(
  channel: ServerChannel,
  link: Link,
  terminal: boolean,
  open: (line: Line) => Session,
): Session {
  const lineEnd = terminal ? '\r\n' : '\n';
  const session = open({
    send: (frame) => link.write(channel, frame + lineEnd),
    end: (well) => link.end(channel, well ? 0 : 1),
  });
  const hangUp = (): void => {
    session.close();
    link.end(channel, 1);
  };
  const charge = (cost: number): boolean => {
    if (channel.writableEnded) return false;
    if (link.charge(cost)) return true;
    link.write(channel, encodeError(TOO_MUCH) + lineEnd);
    hangUp();
    return false;
  };
  const lines = new Lines(LONGEST_LINE, terminal, {
    line: (text) => charge(1) && session.receive(text),
    tooLong: hangUp,
    hangUp,
  });
  channel.on('data', (chunk: Buffer) => charge(costOf(chunk.length)) && lines.push(chunk));
  channel.on('end', () => {
    lines.end();
    session.inputEnd();
  });
  channel.on('close', () => session.close());
  return session;
}
