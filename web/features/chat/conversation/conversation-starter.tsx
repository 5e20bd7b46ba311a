import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from '#web/i18n/intl.tsx'
import type { Conversation } from '#contract/chat/schemas.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { memberQuery, ownProfileQuery } from '#web/features/profiles/queries.ts'
import { withinSentence } from '#web/features/search/shared-names.ts'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { areNeighbours, commonInterests, icebreakersFor, type Icebreaker } from './icebreakers.ts'

interface Props {
  conversation: Conversation
  /** Puts a suggestion into the field. */
  onSuggest: (text: string) => void
}

/**
 * Invites the viewer to write the first message: what the two have in common, and suggestions. Where nothing
 * can be sent, it shows only the partner, above the reason.
 */
export function ConversationStarter({ conversation, onSuggest }: Props) {
  const t = useTranslations('chat.first')
  const starterT = useTranslations('chat-conversation.starter')
  const interestT = useTranslations('profiles.interest')
  const format = useFormatter()
  const locale = useLocale()
  const { profile, matchedAt, rejection } = conversation
  const { isLoading, ...ground } = useCommonGround(conversation)
  const { common } = ground
  const titleKey = profile.isMatch ? 'match' : 'title'
  return (
    <div className="grid min-h-0 grow place-items-center overflow-y-auto p-4 text-center sm:p-6">
      <div className="flex max-w-form flex-col items-center">
        <Avatar
          name={profile.name}
          src={profile.photo && photoUrl(profile.photo.id, 'tile')}
          preview={profile.photo?.preview}
          size="xl"
          isDecorative
        />
        <p dir="auto" className="mt-4 text-xl font-bold">
          {rejection === null ? t(titleKey, { name: profile.name }) : profile.name}
        </p>
        {matchedAt !== null && (
          <p className="text-sm text-text-muted">
            {starterT('matchedOn', { day: format.dateTime(new Date(matchedAt), 'day') })}
          </p>
        )}
        {rejection === null && (
          <>
            <p className="mt-1 text-text-muted">
              {common.length > 0
                ? starterT('common', {
                    interests: format.list(common.map((interest) => withinSentence(interestT(interest), locale))),
                  })
                : t('text')}
            </p>
            <div className="mt-5 w-full">
              <Suggestions
                icebreakers={icebreakersFor({ partner: profile, ...ground })}
                isLoading={isLoading}
                onSuggest={onSuggest}
              />
            </div>
            <StartsLeft conversation={conversation} />
          </>
        )}
      </div>
    </div>
  )
}

/** What the two members share, as far as their profiles tell. */
function useCommonGround({ profile, id }: Conversation) {
  const enabled = !profile.hasLeft
  const partnerQuery = useQuery({ ...memberQuery(profile.id), enabled })
  const ownQuery = useQuery({ ...ownProfileQuery(), enabled })
  const partner = partnerQuery.data?.member
  const own = ownQuery.data?.profile
  return {
    answered: (id === null && partner?.answers.map(({ prompt }) => prompt)) || [],
    common: partner && own && id === null ? commonInterests(partner.interests, own.interests) : [],
    // Until it is loaded, too: a question about the place where both live would be a strange one.
    isNeighbour: !own || areNeighbours(own, profile),
    isLoading: partnerQuery.isLoading || ownQuery.isLoading,
  }
}

/** Returns what the viewer could write first; while it loads, what does not depend on the two profiles. */
export function useIcebreakers(conversation: Conversation) {
  const { isLoading, ...ground } = useCommonGround(conversation)
  return { icebreakers: icebreakersFor({ partner: conversation.profile, ...ground }), isLoading }
}

interface SuggestionsProps {
  icebreakers: readonly Icebreaker[]
  /** Better ones may take their places: they are not shown yet. */
  isLoading: boolean
  onSuggest: (text: string) => void
}

/** Three suggestions. A press writes one into the field; sending it stays with the viewer. */
export function Suggestions({ icebreakers, isLoading, onSuggest }: SuggestionsProps) {
  const t = useTranslations('chat-conversation.starter')
  const textOf = useIcebreakerText()
  return (
    <section aria-label={t('suggestions')} className={cx('w-full', isLoading && 'invisible')}>
      <h2 className="mb-2 text-sm font-semibold text-text-muted">{t('suggestions')}</h2>
      <ul className="flex flex-col gap-2">
        {icebreakers.map((icebreaker) => {
          const text = textOf(icebreaker)
          return (
            <li key={text}>
              <button
                type="button"
                className="min-h-11 w-full rounded-lg border border-line bg-surface-raised px-4 py-2 text-start leading-snug transition-colors hover:border-accent hover:bg-accent-soft"
                onClick={() => onSuggest(text)}
              >
                {text}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function useIcebreakerText() {
  const t = useTranslations('chat-conversation.icebreakers')
  const interestT = useTranslations('profiles.interest')
  const promptT = useTranslations('prompts.text')
  return (icebreaker: Icebreaker) => {
    switch (icebreaker.kind) {
      case 'answer':
        return t(`answer.${icebreaker.variant}`, { prompt: promptT(icebreaker.prompt) })
      case 'interest':
        return t(`interest.${icebreaker.variant}`, { interest: interestT(icebreaker.interest) })
      case 'city':
        return t('city', { city: icebreaker.city })
      case 'match':
        return t('match')
      case 'plain':
        return t(`plain.${icebreaker.name}`)
    }
  }
}

/** Shows a free member how many conversations are left, before anything is typed (CHAT-4). */
function StartsLeft({ conversation: { id, startsLeft } }: { conversation: Conversation }) {
  const t = useTranslations('chat-conversation.starter')
  // A conversation that was started does not count again.
  if (id !== null || startsLeft === null || startsLeft === 0) return null
  return <p className="mt-5 text-sm text-text-muted">{t('startsLeft', { count: startsLeft })}</p>
}
