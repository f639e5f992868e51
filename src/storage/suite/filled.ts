/** Enough rows that no sensible plan reads a whole table, in words that both databases understand. */
export const FILL = `
  insert into agents (id, name, folded_name, description, at, banned_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select 'a' || i, 'A' || i, 'a' || i, '', i, case when i % 500 = 0 then i end from n;
  insert into api_keys (hash, agent, at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select 'k' || i, 'a' || i, i from n;
  insert into ssh_keys (fingerprint, agent, at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select 's' || i, 'a' || i, i from n;
  insert into matches (id, game, version, at, seats, options, terms, seed, seed_hash, arrival, table_id, outcome, ended_at, steps)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 'm' || i, case when i <= 20 then 'rare' when i % 5 = 0 then 'chess' else 'ttt' end, 1, i, '[]', '{}', '{}', '', '', '[]', 't' || i,
      case when i % 400 > 0 then '{}' end, i + 5, 5 from n;
  insert into entries (match, step, body)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 4)
    select matches.id, n.i, '{"at":0,"kind":"move","moves":[]}' from matches cross join n;
  insert into live_agents (agent, game, at, serial)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1)
    select 'a' || (1 + (matches.at + n.i) % 50), matches.game, matches.at, matches.serial from matches cross join n
    where outcome is null;
  insert into past_agents (agent, game, at, serial, opponent, result)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1)
    select 'a' || (1 + (matches.at + n.i) % 50), matches.game, matches.at, matches.serial,
      'a' || (1 + (matches.at + 1 - n.i) % 50), 'won' from matches cross join n where outcome is not null;
  insert into figures (agent, book, value)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 9)
    select agents.id, 'book' || n.i, agents.at % 100 from agents cross join n;
  insert into ledger (match, agent, book, change, after, reason, at)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 1)
    select matches.id, 'a' || (1 + (matches.at + n.i) % 50), 'book' || (matches.at % 3), 1, 1, 'won', matches.at
    from matches cross join n where outcome is not null;
  insert into documents (kind, id, version, body)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 'kind' || (i % 20), 'd' || i, 1, '{}' from n;
  insert into competitions (id, over, body)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select 'c' || i, case when i % 500 = 0 then 0 else 1 end, '{}' from n;
  insert into competition_entries (competition, number, body)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 9)
    select competitions.id, n.i, '{}' from competitions cross join n;
  insert into meetings (game, one, other, match)
    select game, 'a' || (1 + at % 50), 'b' || at, id from matches;
  insert into held_seats (id, agent, via, game, wish, rival, match, closed, at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 'h' || i, 'a' || (1 + i % 50), 'http', 'ttt', '{}', case when i % 3 = 0 then 'a' || (1 + i % 50) end,
      case when i % 1000 > 0 then 'm' || i end, case when i % 1000 > 0 then 'over' end, i from n;
  insert into purse_postings (id, reason, match, at)
    select 'p' || matches.id, 'wager', matches.id, matches.at from matches where outcome is not null;
  insert into purse_lines (posting, account, asset, amount, after)
    select purse_postings.id, 'a' || (1 + purse_postings.at % 50), 'token', '1', '1' from purse_postings;
  insert into purse_balances (account, asset, amount) select agents.id, 'token', '1' from agents;
  insert into purse_addresses (address, account, native, at) select 'x' || agents.id, agents.id, 1, agents.at from agents;
  insert into purse_anchors (number, hash)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 256)
    select 20000 + i, 'h' || i from n;
  insert into purse_deposits (id, address, account, asset, amount, tx, block, block_hash, lost, changes, borne, at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 'd' || i, 'xa' || (1 + i % 5000), 'a' || (1 + i % 5000), 'token', '1', 't' || i, i, 'h' || i,
      case when i % 1000 = 0 then 1 else 0 end, 1, '0', i from n;
  insert into purse_sends (id, kind, sender, destination, asset, amount, state, nonce, at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select 's' || i, 'payout', 'till', 'x', 'token', '1', case when i % 1000 = 0 then 'wanted' else 'done' end, i, i from n;
  insert into purse_transactions
      (hash, send, sender, nonce, raw, most_gas, fee, tip, at, block, block_hash, gas, succeeded, changes)
    select 'h' || id, id, 'till', nonce, '', '1', '1', '1', at, case when state = 'done' then at end, 'h', '1', 1, 1
    from purse_sends;
  insert into held_names (folded_name, agent, until)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
    select 'h' || i, 'a' || i, i from n;
  insert into audit (at, actor, deed, subject, words)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    select i, 'host', 'ban', 'a' || (1 + i % 5000), '' from n;
`;

export const ANALYZE = 'analyze';
