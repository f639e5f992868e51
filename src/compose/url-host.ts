/** A host as it is written in a URL. */
export const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);
