import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { ProfileChoice } from '#contract/profiles/profile-fields.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import { ageAt } from '#web/features/profiles/age-at.ts'
import { placeLine } from '#web/features/profiles/place-line.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { Chip } from '#web/ui/elements/chip.tsx'
import type { ProfilePart } from './profile-completeness.ts'
import { useChoiceText } from './use-choice-text.ts'

/** What a phone shows of each group of fields while it is closed: its values as others see them. */

export function LookingForSummary({ names }: { names: readonly ProfileChoice[] }) {
  const t = useTranslations('profiles.own.genders')
  const lookingFor = useFormContext<ProfileEdit>().watch('lookingFor')
  return <p>{[t(lookingFor), ...useChoiceTexts(names)].join(' · ')}</p>
}

export function AnswersSummary() {
  const promptT = useTranslations('prompts.text')
  const answers = useFormContext<ProfileEdit>().watch('answers')
  if (answers.length === 0) return <Missing part="answers" />
  return (
    <ul className="flex flex-col gap-3">
      {answers.map(({ prompt, text }) => (
        <li key={prompt}>
          <p className="text-sm font-semibold text-accent-text">{promptT(prompt)}</p>
          <p dir="auto" className="line-clamp-2 wrap-anywhere">
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}

export function AboutSummary() {
  const about = useFormContext<ProfileEdit>().watch('about')
  if (about.trim() === '') return <Missing part="about" />
  return (
    <p dir="auto" className="line-clamp-3 wrap-anywhere">
      {about}
    </p>
  )
}

/** The age stands in it: the date of birth is shown to no one. */
export function BasicsSummary() {
  const t = useTranslations('signup.gender')
  const countryName = useCountryName()
  const now = useNow()
  const form = useFormContext<ProfileEdit>()
  const [name, birthDate, gender, country, region, city] = form.watch([
    'name',
    'birthDate',
    'gender',
    'country',
    'region',
    'city',
  ])
  const place = placeLine({ city, region, country: countryName(country) })
  return <p className="wrap-anywhere">{[name, ageAt(birthDate, now), t(gender), place].filter(Boolean).join(' · ')}</p>
}

export function InterestsSummary() {
  const t = useTranslations('profiles.interest')
  const interests = useFormContext<ProfileEdit>().watch('interests')
  if (interests.length === 0) return <Missing part="interests" />
  return <Chips texts={interests.map((interest) => t(interest))} />
}

export function DetailsSummary({ names }: { names: readonly ProfileChoice[] }) {
  const texts = useChoiceTexts(names)
  return texts.length === 0 ? <Missing part="details" /> : <Chips texts={texts} />
}

/** The choices that the member has made, as others read them. */
function useChoiceTexts(names: readonly ProfileChoice[]) {
  const choiceText = useChoiceText()
  const { watch } = useFormContext<ProfileEdit>()
  const gender = watch('gender')
  return names.flatMap((name) => {
    const value = watch(name)
    return value === null ? [] : [choiceText(name, value, gender)]
  })
}

function Chips({ texts }: { texts: string[] }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-2">
      {texts.map((text) => (
        <li key={text} className="max-w-full">
          <Chip>{text}</Chip>
        </li>
      ))}
    </ul>
  )
}

function Missing({ part }: { part: ProfilePart }) {
  const t = useTranslations('profiles.own.missing')
  return (
    <p className="flex items-center gap-1.5 font-semibold text-accent-text">
      <Plus aria-hidden className="size-4 shrink-0" />
      {t(part)}
    </p>
  )
}
