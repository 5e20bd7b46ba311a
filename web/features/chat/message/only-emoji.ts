const MAX_LARGE = 3

/** Whether a text is nothing but one to three emoji, which are shown large. */
export function isOnlyEmoji(text: string) {
  const signs = [...new Intl.Segmenter().segment(text.replaceAll(/\s/gu, ''))]
  return signs.length > 0 && signs.length <= MAX_LARGE && signs.every(({ segment }) => isEmoji(segment))
}

/** A digit is an emoji to Unicode only together with the sign that makes it one. */
function isEmoji(sign: string) {
  return /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\u{FE0F}/u.test(sign)
}
