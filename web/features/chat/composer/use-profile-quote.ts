import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { MemberProfile, ProfileQuote } from '#contract/profiles/schemas.ts'
import { ANSWER_QUERY, PHOTO_QUERY } from '#web/features/profiles/story/reply-path.ts'
import { memberQuery } from '#web/features/profiles/queries.ts'

/**
 * The answer or photo of the partner that the next message is about: the profile names it in the URL, so that
 * a reload keeps it. Null once it is sent or put away, and where the viewer does not see it.
 */
export function useProfileQuote(profileId: string) {
  const [params, setParams] = useSearchParams()
  const isNamed = params.has(ANSWER_QUERY) || params.has(PHOTO_QUERY)
  const { data } = useQuery({ ...memberQuery(profileId), enabled: isNamed })
  // The same for all renderings: the field gets the focus with another one.
  const quote = useMemo(() => (isNamed && data ? quoteIn(params, data.member) : null), [isNamed, data, params])
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
  return { quote, endQuote }
}

/** Returns what the URL names of a profile, if the viewer sees it; the server checks it again. */
function quoteIn(params: URLSearchParams, { answers, photos }: MemberProfile): ProfileQuote | null {
  const answer = answers.find(({ prompt }) => prompt === params.get(ANSWER_QUERY))
  if (answer) return { kind: 'answer', ...answer }
  const photo = photos.find(({ id, isLocked }) => id === params.get(PHOTO_QUERY) && !isLocked)
  return photo ? { kind: 'photo', photoId: photo.id } : null
}
