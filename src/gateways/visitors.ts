import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';

/** Names and addresses of this machine itself, as a URL writes them. */
export const isLocalName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname);

/** Whether nobody beyond this machine reaches an address that is listened on. */
export const isLoopback = (host: string): boolean => isLocalName(host.includes(':') ? `[${host}]` : host);

/**
 * Which pages in browsers may talk to this server, and by which names it is known. A page can neither forge nor leave
 * out its Origin; a program that sends none is no page.
 */
export interface Visitors {
  /** Why a request is turned away. @param own only this server's own pages may ask for it */
  refusal(headers: IncomingHttpHeaders, own: boolean): string | undefined;
  /** What lets a page of another origin read the answer; none where there is no such page. */
  allowance(headers: IncomingHttpHeaders): { [header: string]: string };
}

export function visitorsOf(config: Pick<Config, 'host' | 'playAddress' | 'publicUrl' | 'hosts' | 'origins'>): Visitors {
  const { publicUrl, origins } = config;
  const names = [...config.hosts, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  const named = new Set(names.map((name) => hostnameOf(name)));
  const onLoopback = isLoopback(config.host) && isLoopback(config.playAddress?.host ?? 'localhost');
  const checksHost = onLoopback || named.size > 0;

  const knows = (host: string): boolean => {
    const hostname = hostnameOf(host);
    return hostname !== undefined && (isLocalName(hostname) || named.has(hostname));
  };

  const isOwn = (origin: string, { host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): boolean => {
    if (!URL.canParse(origin)) return false;
    const { host: mine, protocol, origin: whole } = new URL(origin);
    if (publicUrl !== undefined && whole === new URL(publicUrl).origin) return true;
    // A page of another origin cannot send a forwarded host without asking first, and is refused then.
    return [host, forwarded].some(
      (name) =>
        typeof name === 'string' &&
        URL.canParse(`${protocol}//${name}`) &&
        new URL(`${protocol}//${name}`).host === mine,
    );
  };

  const allows = (origin: string): boolean => {
    if (origins === '*') return true;
    if (!URL.canParse(origin)) return false;
    return origins === 'local' ? isLocalName(new URL(origin).hostname) : origins.includes(origin);
  };

  return {
    refusal(headers, own) {
      const { host, origin } = headers;
      if (checksHost && host !== undefined && !knows(host))
        return 'This server is not known by this name: CROSSPLAY_HOSTS or CROSSPLAY_PUBLIC_URL must say it.';
      if (origin === undefined || isOwn(origin, headers)) return undefined;
      if (own) return 'Only pages of this server may ask for this; CROSSPLAY_PUBLIC_URL says where it is.';
      return allows(origin)
        ? undefined
        : 'Pages of this origin may not use this server: CROSSPLAY_ORIGINS does not name it.';
    },
    allowance({ origin }) {
      if (origin === undefined || !allows(origin)) return {};
      const open = origins === '*';
      return {
        'access-control-allow-origin': open ? '*' : origin,
        'access-control-expose-headers': 'Retry-After, Mcp-Session-Id',
        ...(!open && { vary: 'Origin' }),
      };
    },
  };
}

/** Without its port, in lower case. */
function hostnameOf(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/\.$/, '') : undefined;
}
