const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One emoji, of whatever many code points it is made. */
export function isEmoji(text: string): boolean {
  if (text.length > 32 || !/\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/u.test(text))
    return false;
  return [...graphemes.segment(text)].length === 1;
}
