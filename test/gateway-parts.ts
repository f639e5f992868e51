import { pino } from 'pino';
import { readConfig } from '../src/cli/config.ts';
import { clientAddresses, trustedProxies } from '../src/gateways/client-address.ts';
import type { GatewayParts, HouseBots } from '../src/gateways/gateway.ts';
import { protocols } from '../src/gateways/protocols.ts';

const noBots: HouseBots = { names: () => [], sitter: () => undefined };

/** What a gateway under test is handed beside the parts that the test is about. */
export const otherParts = (): Pick<
  GatewayParts,
  | 'addressOf'
  | 'audit'
  | 'log'
  | 'config'
  | 'house'
  | 'protocols'
  | 'ports'
  | 'publicKeys'
  | 'seen'
  | 'flaggedPairs'
  | 'privateCalls'
  | 'isBanned'
  | 'called'
  | 'shutOut'
> => ({
  addressOf: clientAddresses(trustedProxies(['loopback'])),
  audit: { add: async () => {}, list: async () => [] },
  log: pino({ level: 'silent' }),
  config: readConfig([], {}),
  house: noBots,
  protocols,
  ports: new Map(),
  publicKeys: async () => [],
  seen: () => {},
  flaggedPairs: () => [],
  privateCalls: () => true,
  isBanned: () => false,
  called: () => {},
  shutOut: () => {},
});
