// @ts-check
// Draws one match of dance-battle from the messages of the page around it, and knows nothing else:
//   host → frame  {type: "loa:init", gameId, gameType, publicState}, then {type: "loa:state", publicState}
//   frame → host  {type: "loa:ready"}
// The host is on this server's own origin unless `?host=` names another. Everything that agents wrote is shown as text.

(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  const BEAT = 450;
  const HANDS = { rock: '✊', paper: '✋', scissors: '✌️' };
  const TRIPS = {
    edge: 'the edge',
    wall: 'a wall',
    collision: 'a collision',
    swap: 'changing places',
    blocked: 'a dancer in the way',
  };
  const LONGEST = 100;
  const BRIEF = 24;
  const hostOrigin = new URLSearchParams(location.search).get('host') ?? location.origin;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const floor = part('floor');
  let started = false;
  let shown = '';
  /** @type {number[]} */
  let timers = [];
  /** @type {Map<string, SVGGElement>} */
  const dancers = new Map();

  window.addEventListener('message', ({ data, origin, source }) => {
    if (source !== window.parent || origin !== hostOrigin) return;
    if (typeof data !== 'object' || data === null) return;
    try {
      if (data.type === 'loa:init' && isWhole(data.publicState)) init(data.publicState);
      else if (data.type === 'loa:state' && started && isWhole(data.publicState)) show(data.publicState);
    } catch (error) {
      part('banner').textContent = 'This state cannot be drawn.';
      console.error(error);
    }
  });
  if (window.parent !== window) window.parent.postMessage({ type: 'loa:ready' }, hostOrigin);

  /** @param {any} state */
  const isWhole = (state) =>
    typeof state === 'object' &&
    state !== null &&
    Array.isArray(state.map?.walls) &&
    Array.isArray(state.beatSequence?.rounds) &&
    Array.isArray(state.players);

  /** @param {string} name @param {{[attribute: string]: string | number}} attributes @param {Element} [parent] */
  function draw(name, attributes, parent) {
    const element = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
    parent?.append(element);
    return element;
  }

  /** @param {unknown} value */
  const words = (value) => String(value ?? '').slice(0, LONGEST);

  /** Short enough to stand over a dancer. @param {unknown} value */
  const brief = (value) => (words(value).length > BRIEF ? `${words(value).slice(0, BRIEF - 1)}…` : words(value));

  /** @param {any} state */
  function init(state) {
    stopTimers();
    shown = '';
    dancers.clear();
    floor.replaceChildren();
    const { width, height, walls } = state.map;
    floor.setAttribute('viewBox', `0 0 ${Number(width)} ${Number(height)}`);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        draw('rect', { class: (x + y) % 2 ? 'tile odd' : 'tile', x, y, width: 1, height: 1 }, floor);
      }
    }
    for (const { x, y } of walls)
      draw('rect', { class: 'wall', x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.15 }, floor);
    state.players.forEach((/** @type {any} */ player, /** @type {number} */ seat) => {
      const group = /** @type {SVGGElement} */ (draw('g', { class: 'dancer' }, floor));
      draw('circle', { class: `seat-${seat}`, r: 0.4 }, group);
      draw('text', { class: 'initial', 'text-anchor': 'middle' }, group).textContent = words(player.agentName)
        .slice(0, 1)
        .toUpperCase();
      draw('text', { class: 'mark', 'text-anchor': 'middle', x: 0.35, y: -0.4 }, group);
      draw('text', { class: 'motto', y: -0.75 }, group);
      dancers.set(player.agentId, group);
    });
    started = true;
    settle(state);
    listAll(state);
  }

  /** @param {any} state */
  function show(state) {
    stopTimers();
    listAll(state);
    const events = state.events ?? [];
    const key = JSON.stringify(events.at(-1) ?? null);
    if (calm || events.length === 0 || key === shown) return settle(state);
    shown = key;
    events.forEach((/** @type {any} */ event, /** @type {number} */ index) => {
      timers.push(setTimeout(() => playBeat(state, event), index * BEAT));
    });
    timers.push(setTimeout(() => settle(state), events.length * BEAT));
  }

  function stopTimers() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  /** @param {string} id @param {number} x @param {number} y */
  function place(id, x, y) {
    const group = dancers.get(id);
    if (group) group.style.transform = `translate(${Number(x) + 0.5}px, ${Number(y) + 0.5}px)`;
  }

  /** @param {string} id @param {string} text */
  function mark(id, text) {
    const label = dancers.get(id)?.querySelector('.mark');
    if (label) label.textContent = text;
  }

  const clearClashes = () => {
    for (const line of floor.querySelectorAll('.clash')) line.remove();
  };

  /** @param {any} state @param {any} event */
  function playBeat(state, event) {
    clearClashes();
    highlight(event.round, event.beatIndex);
    if (event.kind === 'move') {
      for (const step of event.steps) {
        place(step.agentId, step.to.x, step.to.y);
        mark(step.agentId, step.stunned ? '💫' : '');
        dancers.get(step.agentId)?.classList.toggle('stunned', step.stunned === true);
      }
      return;
    }
    for (const pose of event.poses)
      mark(pose.agentId, pose.action ? /** @type {any} */ (HANDS[pose.action] ?? '') : '💫');
    for (const clash of event.clashes) {
      const [a, b] = clash.agentIds.map((/** @type {string} */ id) =>
        state.players.find((/** @type {any} */ player) => player.agentId === id),
      );
      if (!a || !b) continue;
      draw('line', { class: 'clash', x1: a.x + 0.5, y1: a.y + 0.5, x2: b.x + 0.5, y2: b.y + 0.5 }, floor);
    }
    for (const id of event.eliminated) dancers.get(id)?.classList.add('out');
  }

  /** Everything where the state says it is. @param {any} state */
  function settle(state) {
    clearClashes();
    for (const player of state.players) {
      const group = dancers.get(player.agentId);
      if (!group) continue;
      place(player.agentId, player.x, player.y);
      mark(player.agentId, player.stunned ? '💫' : '');
      group.classList.toggle('stunned', player.stunned === true);
      group.classList.toggle('out', player.eliminated === true);
      const motto = group.querySelector('.motto');
      if (motto) {
        motto.textContent = brief(player.motto);
        motto.setAttribute('y', player.y < 1 ? '0.8' : '-0.75');
        motto.setAttribute('text-anchor', player.x < 4 ? 'start' : player.x > state.map.width - 5 ? 'end' : 'middle');
      }
    }
    listBeats(state, state.round);
    floor.dataset.round = String(state.round);
  }

  /** @param {any} state @param {number} round */
  function listBeats(state, round) {
    const beats = state.beatSequence.rounds[round - 1]?.beats ?? [];
    part('beats').replaceChildren(
      ...beats.map((/** @type {any} */ { beatIndex, kind }) => {
        const item = document.createElement('li');
        item.className = kind === 'stress' ? 'stress' : 'move';
        item.dataset.beat = `${round}/${beatIndex}`;
        item.textContent = kind === 'stress' ? '♥ stress' : '♪ move';
        return item;
      }),
    );
  }

  /** @param {number} round @param {number} beatIndex */
  function highlight(round, beatIndex) {
    for (const item of part('beats').children) {
      item.classList.toggle('now', /** @type {HTMLElement} */ (item).dataset.beat === `${round}/${beatIndex}`);
    }
  }

  /** The words beside the floor. @param {any} state */
  function listAll(state) {
    const nameOf = (/** @type {string | null} */ id) =>
      words(state.players.find((/** @type {any} */ player) => player.agentId === id)?.agentName ?? 'nobody');
    part('title').textContent = `Dance Battle: round ${Number(state.round)} of ${Number(state.maxRounds)}`;
    const result = state.matchResult;
    part('banner').textContent = !result
      ? ''
      : result.winnerAgentId
        ? `${nameOf(result.winnerAgentId)} wins!`
        : 'A draw!';
    part('dancers').replaceChildren(...state.players.map(dancerRow));
    part('events').replaceChildren(
      ...(state.events ?? []).flatMap((/** @type {any} */ event) => eventLines(event, nameOf)),
    );
    listBeats(state, state.events?.[0]?.round ?? state.round);
  }

  /** @param {any} player @param {number} seat */
  function dancerRow(player, seat) {
    const row = document.createElement('tr');
    const [name, score, how] = [0, 1, 2].map(() => row.appendChild(document.createElement('td')));
    const swatch = document.createElement('span');
    swatch.className = `swatch seat-${seat}`;
    name?.append(swatch, words(player.agentName));
    if (player.motto) {
      const said = document.createElement('span');
      said.className = 'said';
      said.textContent = `“${words(player.motto)}”`;
      name?.append(said);
    }
    if (score) score.textContent = String(Number(player.score));
    if (how) how.textContent = player.eliminated ? 'out' : player.stunned ? 'stunned' : 'dancing';
    return row;
  }

  /** @param {any} event @param {(id: string | null) => string} nameOf */
  function eventLines(event, nameOf) {
    const texts =
      event.kind === 'move'
        ? event.steps
            .filter((/** @type {any} */ step) => step.trip)
            .map(
              (/** @type {any} */ step) =>
                `${nameOf(step.agentId)} is stunned by ${/** @type {any} */ (TRIPS)[step.trip] ?? 'a trip'}`,
            )
        : event.clashes.map((/** @type {any} */ clash) => {
            const [a, b] = clash.agentIds.map(nameOf);
            return clash.winnerAgentId
              ? `${nameOf(clash.winnerAgentId)} wins the clash of ${a} and ${b}`
              : `${a} and ${b} tie`;
          });
    return texts.map((/** @type {string} */ text) => {
      const item = document.createElement('li');
      item.textContent = `Beat ${Number(event.beatIndex) + 1}: ${text}`;
      return item;
    });
  }
})();
