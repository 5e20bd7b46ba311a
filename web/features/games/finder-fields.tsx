import Earth from 'lucide-react/icons/earth'
import MapPin from 'lucide-react/icons/map-pin'
import Mars from 'lucide-react/icons/mars'
import Venus from 'lucide-react/icons/venus'
import VenusAndMars from 'lucide-react/icons/venus-and-mars'
import { useTranslations } from '#web/i18n/intl.tsx'
import { finderPlaces } from '#contract/games/finder-places.ts'
import type { FinderReply } from '#contract/games/schemas.ts'
import { MAXIMUM_AGE, MINIMUM_AGE } from '#contract/limits.ts'
import { lookingForOptions, profileChoices } from '#contract/profiles/profile-fields.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { InterestGroups } from '#web/features/profiles/form/interest-chips.tsx'
import { Card } from '#web/ui/elements/card.tsx'
import { CheckCards } from '#web/ui/forms/check-cards.tsx'
import { ChoiceCards } from '#web/ui/forms/choice-cards.tsx'
import { FieldGroup } from '#web/ui/forms/field.tsx'
import { NumberRange } from '#web/ui/forms/number-range.tsx'
import type { Answers, Question } from './finder-url.ts'

/** An answer to each question: those given, and from the profile those that are open. */
export type Filled = FinderReply['answers']

export interface FieldsProps {
  step: Question
  shown: Filled
  /** The region and the country that `where` chooses between. */
  places: Record<Filled['where'], string>
  onChange: (change: Answers) => void
  /** A press on a card that answers the whole question. */
  onPick: (answer: Answers) => void
}

/** The fields of a question of the match finder. */
export function FinderFields({ step, ...props }: FieldsProps) {
  switch (step) {
    case 'who':
      return <WhoField {...props} />
    case 'age':
      return <AgeField {...props} />
    case 'where':
      return <WhereField {...props} />
    case 'relationship':
      return <RelationshipField {...props} />
    case 'interests':
      return <InterestsField {...props} />
  }
}

type FieldProps = Omit<FieldsProps, 'step'>

const genderIcons = { female: <Venus />, male: <Mars />, both: <VenusAndMars /> }

function WhoField({ shown, onChange, onPick }: FieldProps) {
  const t = useTranslations('profiles.own')
  return (
    <FieldGroup label={t('lookingFor')} isLabelHidden>
      <ChoiceCards
        name="gender"
        value={shown.gender}
        onValueChange={(gender) => onChange({ gender })}
        onPick={(gender) => onPick({ gender })}
        options={lookingForOptions.map((value) => ({
          value,
          label: t(`genders.${value}`),
          icon: genderIcons[value],
        }))}
      />
    </FieldGroup>
  )
}

function AgeField({ shown, onChange }: FieldProps) {
  const t = useTranslations('search')
  return (
    <Card>
      <FieldGroup label={t('age')} isLabelHidden>
        <NumberRange
          min={MINIMUM_AGE}
          max={MAXIMUM_AGE}
          value={[shown.minAge, shown.maxAge]}
          onValueChange={([minAge, maxAge]) => onChange({ minAge, maxAge })}
          onValueCommit={() => {}}
          lowLabel={t('minAge')}
          highLabel={t('maxAge')}
          formatRange={(low, high) => t('ages', { low, high })}
        />
      </FieldGroup>
    </Card>
  )
}

const placeIcons = { region: <MapPin />, country: <Earth /> }

function WhereField({ shown, places, onChange, onPick }: FieldProps) {
  const t = useTranslations('games.finder')
  return (
    <FieldGroup label={t('area')} isLabelHidden>
      <ChoiceCards
        name="where"
        value={shown.where}
        onValueChange={(where) => onChange({ where })}
        onPick={(where) => onPick({ where })}
        options={finderPlaces.map((value) => ({
          value,
          label: t(`places.${value}`, { place: places[value] }),
          icon: placeIcons[value],
        }))}
      />
    </FieldGroup>
  )
}

function RelationshipField({ shown, onChange }: FieldProps) {
  const t = useTranslations('profiles')
  const choiceText = useChoiceText()
  const gender = shown.gender === 'both' ? 'male' : shown.gender
  return (
    <FieldGroup label={t('own.relationship')} isLabelHidden>
      <CheckCards
        value={shown.relationship}
        onValueChange={(relationship) => onChange({ relationship })}
        options={profileChoices.relationship.map((value) => ({
          value,
          label: choiceText('relationship', value, gender),
        }))}
      />
    </FieldGroup>
  )
}

function InterestsField({ shown, onChange }: FieldProps) {
  const groupT = useTranslations('signup.complete.interestGroups')
  const { interests: offered } = useSettings()
  return (
    <InterestGroups
      offered={offered}
      labelOf={(group) => groupT(group)}
      chosen={shown.interests}
      onChange={(interests) => onChange({ interests })}
    />
  )
}
