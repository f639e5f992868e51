import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { ConfigError, type Setting, whole, wrong } from './setting.ts';

export const CLUSTER_SETTINGS = {
  natsUrl: {
    flag: 'nats-url',
    variable: 'NATS_URL',
    fallback: '',
    about: 'nats://… or tls://… of the NATS server that joins several nodes over one PostgreSQL',
    secret: true,
  },
  node: {
    flag: 'node',
    variable: 'CROSSPLAY_NODE',
    fallback: '',
    about: 'name of this node among others; its host and process if not given',
  },
  processes: {
    flag: 'processes',
    variable: 'CROSSPLAY_PROCESSES',
    fallback: '1',
    about: 'how many nodes to start on this machine, behind the same ports',
  },
  nodeAddress: {
    flag: 'node-address',
    variable: 'CROSSPLAY_NODE_ADDRESS',
    fallback: '',
    about: 'http://HOST:PORT at which other nodes reach this one; HOST and PORT if not given',
  },
} satisfies { [name: string]: Setting };

const NAME = /^[\w.-]{1,64}$/;

export function clusterConfig(
  text: (name: keyof typeof CLUSTER_SETTINGS) => string,
  databaseUrl: string | undefined,
): Config['cluster'] {
  const natsUrl = text('natsUrl');
  const name = text('node');
  if (name !== '' && !NAME.test(name)) {
    throw wrong(CLUSTER_SETTINGS.node, name, 'letters, digits, dots and dashes, at most 64');
  }
  const address = text('nodeAddress') || undefined;
  if (address !== undefined && !/^http:\/\/[^/]+$/.test(address)) {
    throw wrong(CLUSTER_SETTINGS.nodeAddress, address, 'http://HOST:PORT');
  }
  const processes = whole(CLUSTER_SETTINGS.processes, text('processes'), 1, 256);
  if (natsUrl === '') {
    if (processes > 1) throw new ConfigError('Several processes need DATABASE_URL and NATS_URL.');
    return undefined;
  }
  const addresses = natsUrl.split(',').map((one) => one.trim());
  if (!addresses.every((one) => /^(nats|tls):\/\/[^/]+$/.test(one) && URL.canParse(one))) {
    // It may hold a password, so it is not repeated.
    throw new ConfigError('NATS_URL (--nats-url) must be nats://HOST:PORT or tls://HOST:PORT, several with commas.');
  }
  if (databaseUrl === undefined) throw new ConfigError('NATS_URL needs DATABASE_URL: nodes share one PostgreSQL.');
  const node =
    name ||
    `${hostname()
      .replaceAll(/[^\w.-]/g, '-')
      .slice(0, 50)}-${process.pid}`;
  return { natsUrl, node, address, processes };
}
