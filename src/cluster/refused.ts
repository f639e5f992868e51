/** The cluster cannot be joined as it is set up; the message is for the host of the server. */
export class ClusterRefused extends Error {
  override name = 'ClusterRefused';
}
