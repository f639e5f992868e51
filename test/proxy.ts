import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy that serves an origin below a path, sockets too. @returns the address of the path */
export async function proxyBelow(path: string, origin: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const inside = ({ url = '' }: IncomingMessage) => url.slice(path.length) || '/';
  const proxy = createServer((asked, answer) => {
    if (!asked.url?.startsWith(`${path}/`)) return void answer.writeHead(404).end();
    const passed = request({ hostname, port, path: inside(asked), method: asked.method, headers: asked.headers });
    passed.on('response', (got) => got.pipe(answer.writeHead(got.statusCode!, got.headers)));
    asked.pipe(passed);
  });
  proxy.on('upgrade', (asked, socket) => {
    const onward = connect(Number(port), hostname);
    const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`);
    onward.write(`GET ${inside(asked)} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${path}`;
}
