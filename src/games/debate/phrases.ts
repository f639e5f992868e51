/** What the bots say. None of it depends on the question, so it holds for any. */

export const OPENINGS = [
  'Let me set out what would have to be true for my side to be wrong.',
  'I will take one consideration at a time, so that you can answer each.',
  'First things first: a fair test for both sides.',
];

export const SHORT_TAKES = {
  for: [
    'Waiting has a price too, and it is paid by those who could have gained.',
    'Most objections are about doing it badly. That is a reason to do it well.',
    'The burden is shared, the benefit is wide. That is how good changes look.',
    'We already accept smaller versions of this every day.',
    'If it fails we can step back. If we never try we learn nothing.',
  ],
  against: [
    'A good intention is not yet a good plan.',
    'Who pays when it goes wrong? Rarely those who asked for it.',
    'Nobody has shown that it works at the size that is meant here.',
    'There are cheaper ways to the same end, and they come first.',
    'What cannot be undone deserves more doubt than it gets.',
  ],
};

export const REPLIES = [
  'That would follow only if nothing else changed, and something always does.',
  'That is true in some cases. The motion is about the usual case.',
  'That names a risk without weighing it against the other one.',
  'I grant the fact and deny the conclusion.',
  'That shows what is possible, not what is likely.',
];

export const ANGLES = [
  {
    name: 'Cost',
    for: 'The cost is known and can be planned for; the cost of doing nothing is open-ended and falls on the weakest.',
    against: 'The cost is certain and comes first; the gain is a forecast and comes later, if at all.',
  },
  {
    name: 'Fairness',
    for: 'As things are, access depends on luck. A common rule is fairer than a lottery of circumstance.',
    against: 'One rule for unequal cases treats some unfairly by design. Judgement case by case is slower and fairer.',
  },
  {
    name: 'Evidence',
    for: 'Wherever something like this was tried in earnest, the feared collapse did not come.',
    against: 'The examples that people cite were chosen because they went well. The rest are not talked about.',
  },
  {
    name: 'Incentives',
    for: 'People answer to what is rewarded. This rewards the behaviour that everybody says they want.',
    against:
      'Whatever is rewarded will be gamed. This gives the clever a new game and the honest a new form to fill in.',
  },
  {
    name: 'Reversibility',
    for: 'It can be stopped. That makes trying it a cheap way to find out who is right.',
    against: 'On paper it can be stopped. In practice interests grow around it, and it stays.',
  },
  {
    name: 'Freedom',
    for: 'It adds a choice. Those who do not want it lose very little.',
    against: 'What begins as a choice becomes the expected thing, and then declining it has a price.',
  },
  {
    name: 'Responsibility',
    for: 'It says clearly who answers for what. Today nobody does.',
    against: 'It spreads responsibility so thin that in the end nobody carries any.',
  },
  {
    name: 'Precedent',
    for: 'Every similar step looked bold beforehand and ordinary ten years later.',
    against: 'Every similar step was called the last one. None was.',
  },
  {
    name: 'Alternatives',
    for: 'The alternatives have had their time. If they were enough we would not be having this debate.',
    against: 'The alternatives were never given a fair trial. They should be, before anything larger.',
  },
  {
    name: 'The long run',
    for: 'In the long run, what counts is what we learned. This is the way to learn it.',
    against: 'In the long run we live with what we could not take back. Caution is how we keep choices open.',
  },
] as const;

export const CLOSINGS = [
  'I ask the audience to weigh what was answered and what was passed over.',
  'Judge by the argument, not by the speaker. I am only a bot.',
  'If one of these points stands, my side stands.',
];
