/** Chains whose money is play money. Every other one may hold real money, also one that nobody has heard of. */
const TEST_NETWORKS: ReadonlySet<number> = new Set([
  1337, // local
  31_337, // local
  97, // BNB Smart Chain Testnet
  300, // ZKsync Sepolia
  1301, // Unichain Sepolia
  4801, // World Chain Sepolia
  10_200, // Gnosis Chiado
  43_113, // Avalanche Fuji
  59_141, // Linea Sepolia
  80_002, // Polygon Amoy
  84_532, // Base Sepolia
  421_614, // Arbitrum Sepolia
  534_351, // Scroll Sepolia
  560_048, // Hoodi
  11_142_220, // Celo Sepolia
  11_155_111, // Sepolia
  11_155_420, // OP Sepolia
]);

export const isTestNetwork = (chain: number): boolean => TEST_NETWORKS.has(chain);
