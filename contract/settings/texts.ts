import { z } from 'zod'

// Lone surrogates and NUL cannot be stored. Other control characters, and those that change the direction of
// text, can make one text look like another.

/** A text of one line: control, line-break and direction characters become spaces; the ends are trimmed. */
export const Line = z.string().overwrite((text) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim(),
)

/** A text of several lines, without control characters except line feed and tab; the ends are trimmed. */
export const Lines = z.string().overwrite((text) =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]+/gu, '')
    .trim(),
)
