/** They are letters, marks or signs, and are drawn as nothing: of Braille, of music, of hieroglyphs, of Khitan, and of what stands for an object. */
const BLANKS = String.raw`\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}\ufffc`;

// Parts of patterns that have the flag v.

/** One character that is not seen, or turns the direction of writing. */
export const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}${BLANKS}]`;

const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?`;

/** One emoji, with what is unseen in it. */
export const EMOJI = String.raw`(?:\p{RGI_Emoji}|${PICTURE}(?:\u200d${PICTURE})*)`;
