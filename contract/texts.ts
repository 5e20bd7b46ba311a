import { z } from 'zod'

// Half a character (a lone surrogate) and NUL cannot be stored; other control characters, and those that turn the
// direction of what follows, can make one text look like another.

/** A text of one line, as people mean it: whatever cannot be seen or breaks the line is a space, none at the ends. */
export const Line = z.string().overwrite((text) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim(),
)

/** A text of many lines: of the control characters only the ends of lines and tabulators are kept. */
export const Lines = z.string().overwrite((text) =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]+/gu, '')
    .trim(),
)
