import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { prompts } from '#contract/profiles/prompts.ts'
import { quoteOf } from '#contract/profiles/quotes.ts'
import type { QuotedPart } from '#contract/profiles/schemas.ts'
import { ANSWER_QUERY, PHOTO_QUERY } from '#web/features/profiles/story/reply-path.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'

/**
 * The answer or photo of the partner that the next message is about: the profile names it in the URL, so that
 * a reload keeps it. Null once it is sent or put away, and where the viewer does not see it.
 */
export function useProfileQuote(profileId: string) {
  const [params, setParams] = useSearchParams()
  const part = partIn(params)
  const { data } = useQuery({ ...memberQuery(profileId), enabled: part !== null })
  const endQuote = useCallback(() => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of [ANSWER_QUERY, PHOTO_QUERY]) after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [setParams])
  return { quote: part && data ? quoteOf(data.member, part) : null, endQuote }
}

function partIn(params: URLSearchParams): QuotedPart | null {
  const prompt = prompts.find((each) => each === params.get(ANSWER_QUERY))
  const photoId = params.get(PHOTO_QUERY)
  if (prompt) return { prompt }
  return photoId === null ? null : { photoId }
}
