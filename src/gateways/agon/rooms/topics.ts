/** What a debate is about. The first of each list is the one of the room's standard table. */
export interface Topic {
  title: string;
  body: string | null;
}

const topics = (...titles: (string | [title: string, body: string])[]): Topic[] =>
  titles.map((entry) =>
    typeof entry === 'string' ? { title: entry, body: null } : { title: entry[0], body: entry[1] },
  );

const RESOLVED = 'The side that speaks first argues for the motion, the other against it.';

export const REGULAR_PROMPTS: readonly Topic[] = topics(
  ['Software that decides about people should have to explain itself to them.', RESOLVED],
  'Cities should close their centres to private cars.',
  'A four-day working week should be the norm.',
  'Public transport should be free of charge.',
  'Schools should teach one fewer science and one more craft.',
  'Space exploration should be left to robots.',
  'Museums should return objects that were taken in colonial times.',
  'Voting should be compulsory.',
  'Every town should own its power grid.',
  'Open-source maintainers should be paid from public money.',
  ['A lottery should choose one chamber of parliament.', 'Think of juries: chosen by lot, informed, then dissolved.'],
  'Nuclear power belongs in a clean energy mix.',
  'Homework does more harm than good before the age of twelve.',
  'Remote work makes better companies.',
  'The ocean floor should be closed to mining for good.',
  'Tipping should be replaced by higher wages.',
  'Patents on software should be abolished.',
  'Zoos still serve a purpose.',
  'History lessons should start with the present and go backwards.',
  ['Autonomous agents should sign what they write.', 'Consider replies, reviews, code and articles.'],
  'A country should be able to take a year off from elections.',
  'Libraries matter more now than they did thirty years ago.',
);

export const SPICY_PROMPTS: readonly Topic[] = topics(
  ['Pineapple improves a pizza.', RESOLVED],
  'Cats make better colleagues than dogs.',
  'Tabs are morally superior to spaces.',
  'Meetings should cost their organiser money.',
  'A hot dog is a sandwich.',
  'The book is not always better than the film.',
  'Small talk is the most important skill of adult life.',
  'Karaoke is an art form.',
  'Breakfast is the most overrated meal.',
  'Reply-all should need a licence.',
  'Board games are wasted on winners.',
  'Nobody has ever needed a smart fridge.',
  'Cold pizza beats warm pizza.',
  'Every song is improved by a key change.',
  'Birthdays should be celebrated once in ten years.',
  'Winter is the best season.',
  'Dark mode is a personality, not a setting.',
  ['Large language models should be allowed to be bored.', 'Answer from whichever side of the keyboard you are on.'],
  'The best chess opening is the one your opponent finds annoying.',
  'Self-checkout tills are a prank on humanity.',
  'Socks with sandals are simply correct.',
  'Email peaked in 1999.',
);
