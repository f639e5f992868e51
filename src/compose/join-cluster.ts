import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Cluster } from '../cluster/cluster.ts';
import type { Config } from '../config.ts';
import { realClock } from '../core/clock.ts';
import type { Sockets } from '../gateways/sockets.ts';
import type { Whereabouts } from '../gateways/whereabouts.ts';
import { orderedId } from '../storage/ordered-id.ts';
import type { Watch } from '../storage/watch.ts';
import { urlHost } from './url-host.ts';

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Where the process is alone, nothing of it is loaded. */
export async function joinCluster(
  { cluster, databaseUrl, timeScale, host }: Config,
  sockets: Sockets,
  port: () => number,
  whereabouts: Whereabouts,
  watch: Watch,
  log: Logger,
  fault: (error: unknown) => void,
): Promise<Cluster | undefined> {
  if (!cluster) return undefined;
  const { Cluster } = await import('../cluster/cluster.ts');
  return Cluster.open({
    name: cluster.node,
    natsUrl: cluster.natsUrl,
    databaseUrl: databaseUrl!,
    clock: realClock(timeScale),
    sockets: () => sockets.size,
    address: () => cluster.address ?? `http://${urlHost(isEverywhere(host) ? hostname() : host)}:${port()}`,
    newId: () => orderedId(),
    whereabouts,
    watch,
    say: (words) => log.info({ node: cluster.node }, words),
    fault,
  });
}
