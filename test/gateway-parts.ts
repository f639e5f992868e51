import { pino } from 'pino';
import { readConfig } from '../src/cli/config.ts';
import { BotMatches } from '../src/gateways/bot-matches.ts';
import { clientAddresses, trustedProxies } from '../src/gateways/client-address.ts';
import type { GatewayParts, HouseBots } from '../src/gateways/gateway.ts';
import type { HeldSeats } from '../src/gateways/held/held-seats.ts';
import { protocols } from '../src/gateways/protocols.ts';

const noBots: HouseBots = { names: () => [], sitter: () => undefined, exhibit: async () => {} };

/** For gateways whose agents have connections. */
const noHeldSeats = undefined as unknown as HeldSeats;

/** What a gateway under test is handed beside the parts that the test is about. */
export const otherParts = (): Pick<
  GatewayParts,
  | 'addressOf'
  | 'audit'
  | 'log'
  | 'config'
  | 'house'
  | 'botMatches'
  | 'held'
  | 'inWords'
  | 'sketch'
  | 'sides'
  | 'protocols'
  | 'ports'
  | 'publicKeys'
  | 'competitions'
  | 'competitionLogs'
  | 'purse'
  | 'titlesOf'
  | 'mayOrganise'
  | 'seen'
  | 'flaggedPairs'
  | 'privateCalls'
  | 'isBanned'
  | 'called'
  | 'shutOut'
  | 'endTakenBack'
> => ({
  addressOf: clientAddresses(trustedProxies(['loopback'])),
  audit: { add: async () => {}, list: async () => [] },
  log: pino({ level: 'silent' }),
  config: readConfig([], {}),
  house: noBots,
  botMatches: new BotMatches({ watch: () => () => {} }),
  held: noHeldSeats,
  inWords: () => '',
  sketch: () => '',
  sides: () => undefined,
  protocols,
  ports: new Map(),
  publicKeys: async () => [],
  competitions: {
    list: () => [],
    find: async () => undefined,
    enter: async () => undefined,
    withdraw: async () => undefined,
  },
  competitionLogs: { read: async () => [], append: async () => true },
  purse: undefined,
  seen: () => {},
  flaggedPairs: async () => [],
  privateCalls: () => true,
  isBanned: () => false,
  called: () => {},
  titlesOf: () => [],
  mayOrganise: async () => false,
  shutOut: () => {},
  endTakenBack: async () => {},
});
