/** The codes of LEAGUE_ERROR and GAME_ERROR, with the names that are their descriptions. */
export const ERRORS = {
  E001: { name: 'TIMEOUT_ERROR', action: 'Answer before the deadline.' },
  E003: { name: 'MISSING_REQUIRED_FIELD', action: 'Send the message again with every required field.' },
  E004: { name: 'INVALID_PARITY_CHOICE', action: 'Answer with one of the valid choices.' },
  E005: { name: 'PLAYER_NOT_REGISTERED', action: 'Register first, or name a registered player.' },
  E009: { name: 'CONNECTION_ERROR', action: 'Make the contact endpoint reachable.' },
  E011: { name: 'AUTH_TOKEN_MISSING', action: 'Send the auth_token of your registration.' },
  E012: { name: 'AUTH_TOKEN_INVALID', action: 'Send the auth_token of your own registration.' },
  E013: { name: 'REFEREE_NOT_REGISTERED', action: 'Report only matches that were assigned to you.' },
  E018: { name: 'PROTOCOL_VERSION_MISMATCH', action: 'Use protocol "league.v2".' },
  E021: { name: 'INVALID_TIMESTAMP', action: 'Send UTC timestamps in ISO 8601, ending in Z or +00:00.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Why a message was not taken. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly context: { [name: string]: string } | undefined;

  constructor(code: ErrorCode, context?: { [name: string]: string }) {
    super(ERRORS[code].name);
    this.code = code;
    this.context = context;
  }
}
