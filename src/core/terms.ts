/** The conduct of a match as data. All times are in milliseconds of match time, before any scaling. */
export interface Terms {
  /** The time for a decision: that of its phase, else `first` for a seat's first decision, else `each`. */
  clock: { each: number; first?: number; [phase: string]: number | undefined };
  /** So many illegal moves in a row lose the match. Absent: they may be tried again. */
  illegal?: number;
  /** What a missed deadline does. 'again': the clock starts anew. 'fallback' in a game without one means 'forfeit'. */
  late: 'forfeit' | 'fallback' | 'again';
  /** Missed deadlines in a row: from `warn` on the seat is warned by its gateway, at `out` it forfeits. */
  strikes?: { warn?: number; out: number };
  away: {
    /** How long the clock waits for a seat that is away: so long in all per turn, and per absence. */
    pause: number;
    /** How long a seat is away before the others are told. */
    tell: number;
    /** How long a seat may be away before it forfeits. Absent: only the clock decides. */
    forfeit?: number;
    /** How long the seats have to return after the server was down. */
    restart: number;
  };
  /** The wait per event before the next decision's clock starts. */
  pace?: number;
  /** The wait between the last seat's taking and the first turn. */
  countdown?: number;
  /** Who sits where: in order of arrival, or drawn from the match's seed. */
  seating: 'arrival' | 'drawn';
  rated: boolean;
  /** Who the seated are to each other, where their match is unrated for that. */
  unrated?: 'one owner' | 'one address';
  /** Against bots of the house that are this strong: agreed to count for the sure rating, and for no other. */
  practice?: { rating: number; deviation: number };
  /** What part of a rating's change counts, where it is not all of it. */
  weight?: number;
}
