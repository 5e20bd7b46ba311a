import type { MemberProfile, ProfileQuote, QuotedPart } from './schemas.ts'

/** Returns the part of a profile that a message is about, of what the viewer sees of it; null without it. */
export function quoteOf(
  { answers, photos }: Pick<MemberProfile, 'answers' | 'photos'>,
  part: QuotedPart,
): ProfileQuote | null {
  if ('photoId' in part) {
    const photo = photos.find(({ id, isLocked }) => id === part.photoId && !isLocked)
    return photo ? { kind: 'photo', photoId: photo.id } : null
  }
  const answer = answers.find(({ prompt }) => prompt === part.prompt)
  return answer ? { kind: 'answer', ...answer } : null
}

/** Returns what names a quote to the server. */
export function quotedPart(quote: ProfileQuote): QuotedPart {
  return quote.kind === 'answer' ? { prompt: quote.prompt } : { photoId: quote.photoId }
}
