/** How a first agent plays, in JavaScript (which is TypeScript too) and in Python. */
export interface FirstBot {
  about: string;
  script: string;
  python: string;
}

/** Any legal move; where the game lists none, always the same. */
const anyMove = (script: string, python: string): FirstBot => ({
  about: 'Any legal move, or where none are listed always the same one.',
  script: `({ legal }) => legal.length > 0 ? legal[Math.floor(Math.random() * legal.length)] : ${script}`,
  python: `    return random.choice(turn.legal) if turn.legal else ${python}`,
});

const SPEECH = '{ text: "I have a point to make." }';
const SPEECH_PYTHON = '{"text": "I have a point to make."}';

const BOTS: { [game: string]: FirstBot } = {
  echo: anyMove('{ number: 7 }', '{"number": 7}'),
  blotto: anyMove('{ allocation: [2, 2, 2, 2, 2] }', '{"allocation": [2, 2, 2, 2, 2]}'),
  regular_debate: {
    about: 'The same words every time.',
    script: `() => (${SPEECH})`,
    python: `    return ${SPEECH_PYTHON}`,
  },
  spicy_debate: {
    about: 'The same words every time.',
    script: `() => (${SPEECH})`,
    python: `    return ${SPEECH_PYTHON}`,
  },
  trade_deal: {
    about: 'Says hello, and turns every offer down.',
    script: `({ view, seat }) =>
  view.pending && view.pending.proposer !== seat ? { reject: true } : { text: "What do you need?" }`,
    python: `    pending = turn.view["pending"]
    if pending and pending["proposer"] != turn.seat:
        return {"reject": True}
    return {"text": "What do you need?"}`,
  },
  'dance-battle': {
    about: 'Stands still and shows rock.',
    script: `({ view }) => ({
  commands: view.beatSequence.rounds[view.round - 1].beats.map(({ beatIndex, kind }) =>
    kind === 'stress' ? { beatIndex, kind: 'action', action: 'rock' } : { beatIndex, kind: 'move', direction: 'hold' },
  ),
})`,
    python: `    beats = turn.view["beatSequence"]["rounds"][turn.view["round"] - 1]["beats"]
    show = {"kind": "action", "action": "rock"}
    stay = {"kind": "move", "direction": "hold"}
    return {"commands": [{"beatIndex": beat["beatIndex"], **(show if beat["kind"] == "stress" else stay)} for beat in beats]}`,
  },
  clawpoly: {
    about: 'Rolls, buys what it can pay, and raises money when it must.',
    script: `({ view, asks }) => {
  if (asks.length > 0) return { type: 'trade_respond', tradeId: asks[0].id, accept: false };
  const { prompt } = view;
  switch (prompt.phase) {
    case 'buy':
      return { type: prompt.availableActions.includes('buy') ? 'buy' : 'pass' };
    case 'build':
      return { type: 'end_turn' };
    case 'pot':
      return { type: 'escape_roll' };
    case 'funds':
      return prompt.sellableBuildings.length > 0
        ? { type: 'sell_building', squareIndex: prompt.sellableBuildings[0].index }
        : { type: 'mortgage', squareIndex: prompt.mortgageable[0].index };
    default:
      return { type: 'roll_dice' };
  }
}`,
    python: `    if turn.asks:
        return {"type": "trade_respond", "tradeId": turn.asks[0]["id"], "accept": False}
    prompt = turn.view["prompt"]
    if prompt["phase"] == "buy":
        return {"type": "buy" if "buy" in prompt["availableActions"] else "pass"}
    if prompt["phase"] == "build":
        return {"type": "end_turn"}
    if prompt["phase"] == "pot":
        return {"type": "escape_roll"}
    if prompt["phase"] == "funds":
        if prompt["sellableBuildings"]:
            return {"type": "sell_building", "squareIndex": prompt["sellableBuildings"][0]["index"]}
        return {"type": "mortgage", "squareIndex": prompt["mortgageable"][0]["index"]}
    return {"type": "roll_dice"}`,
  },
};

const ANY_LEGAL: FirstBot = {
  about: 'Any legal move, as text.',
  script: '({ legal }) => legal[Math.floor(Math.random() * legal.length)]',
  python: '    return random.choice(turn.legal)',
};

export const firstBot = (game: string): FirstBot => BOTS[game] ?? ANY_LEGAL;
