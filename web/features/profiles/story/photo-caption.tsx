import Target from 'lucide-react/icons/target'
import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { useChoiceText } from '#web/features/profiles/form/use-choice-text.ts'
import { cx } from '#web/ui/cx.ts'

interface Props extends Pick<MemberProfile, 'name' | 'gender' | 'intention'> {
  /** Null while the date of birth is incomplete. */
  age: number | null
  place: string | null
  isOnline?: boolean
  /** Where a heading says the same. */
  isHidden?: boolean
  className?: string
}

/** Name, age, place and intention on the first photo of a profile. */
export function PhotoCaption({ name, age, place, gender, intention, isOnline, isHidden = false, className }: Props) {
  return (
    <div
      aria-hidden={isHidden || undefined}
      className={cx(
        'pointer-events-none absolute inset-x-0 bottom-0 bg-shade-bottom px-4 pt-12 pb-4 text-on-shade',
        className,
      )}
    >
      <p dir="auto" className="line-clamp-2 font-display text-3xl font-bold wrap-anywhere">
        {age === null ? name : `${name}, ${age}`}
        {isOnline && <span className="tile-dot ms-2.5 inline-block size-3.5 align-[0.1em]" />}
      </p>
      <p className="truncate">{place}</p>
      <Intention gender={gender} intention={intention} className="mt-1 font-medium" />
    </div>
  )
}

interface IntentionProps extends Pick<MemberProfile, 'gender' | 'intention'> {
  className?: string
}

/** What the member hopes to find, in a line of its own. */
export function Intention({ gender, intention, className }: IntentionProps) {
  const choiceText = useChoiceText()
  if (intention === null) return null
  return (
    <p className={cx('flex items-center gap-1.5', className)}>
      <Target aria-hidden className="size-4 shrink-0" />
      {choiceText('intention', intention, gender)}
    </p>
  )
}
