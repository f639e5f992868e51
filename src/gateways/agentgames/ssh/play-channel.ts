import type { ServerChannel } from 'ssh2';
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
  link.whenSpent(channel, () => {
    link.write(channel, encodeError(TOO_MUCH) + lineEnd);
    hangUp();
  });
  const lines = new Lines(LONGEST_LINE, terminal, {
    line: (text) => !channel.writableEnded && link.charge(1) && session.receive(text),
    tooLong: hangUp,
    hangUp,
  });
  channel.on('data', (chunk: Buffer) => lines.push(chunk));
  channel.on('end', () => {
    lines.end();
    session.inputEnd();
  });
  channel.on('close', () => session.close());
  return session;
}
