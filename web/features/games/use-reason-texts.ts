import { useFormatter, useLocale, useTranslations } from '#web/i18n/intl.tsx'
import type { Reason, SuggestedMember } from '#contract/games/schemas.ts'
import { withinSentence } from '#web/features/search/shared-names.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'

/** Returns a function that gives the reasons for a suggested member as texts. */
export function useReasonTexts() {
  const t = useTranslations('games.reasons')
  const search = useTranslations('search')
  const profiles = useTranslations('profiles')
  const choiceText = useChoiceText()
  const format = useFormatter()
  const locale = useLocale()

  function textOf(reason: Reason, { name, gender }: SuggestedMember) {
    switch (reason.kind) {
      case 'likesYou':
        return t('likesYou', { name })
      case 'interests': {
        const names = reason.interests.map((interest) => withinSentence(profiles(`interest.${interest}`), locale))
        return t('interests', { count: names.length, list: format.list(names, { type: 'unit' }) })
      }
      case 'reason':
        return t('reason', { reason: choiceText('reason', reason.reason, gender) })
      case 'city':
        return search('isSameTown')
      case 'answers':
        return search('answersOften')
      default:
        return t(reason.kind)
    }
  }
  return (member: SuggestedMember) =>
    member.reasons.map((reason) => ({ kind: reason.kind, text: textOf(reason, member) }))
}
