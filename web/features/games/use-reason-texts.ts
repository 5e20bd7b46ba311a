import { useLocale, useTranslations } from 'use-intl'
import type { Reason, SuggestedMember } from '#contract/games.ts'
import { useChoiceText } from '#web/features/profiles/use-choice-text.ts'

/** Returns a function that gives the reasons for a suggested member as texts. */
export function useReasonTexts() {
  const t = useTranslations('games.reasons')
  const profiles = useTranslations('profiles')
  const choiceText = useChoiceText()
  const locale = useLocale()
  const list = new Intl.ListFormat(locale, { type: 'unit' })

  function textOf(reason: Reason, { name, gender }: SuggestedMember) {
    switch (reason.kind) {
      case 'likesYou':
        return t('likesYou', { name })
      case 'interests': {
        const names = reason.interests.map((interest) => inSentence(profiles(`interest.${interest}`), locale))
        return t('interests', { count: names.length, list: list.format(names) })
      }
      case 'reason':
        return t('reason', { reason: choiceText('reason', reason.reason, gender) })
      default:
        return t(reason.kind)
    }
  }
  return (member: SuggestedMember) =>
    member.reasons.map((reason) => ({ kind: reason.kind, text: textOf(reason, member) }))
}

/** Returns a name with a small first letter: names begin with a capital one, because they also stand alone. */
function inSentence(name: string, locale: string) {
  return name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)
}
