import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { CastImage } from '#web/ui/media/cast-image.tsx'

const examples = [
  { name: 'face', isGood: true, illustration: <Face /> },
  { name: 'outside', isGood: true, illustration: <Outside /> },
  { name: 'dark', isGood: false, illustration: <Dark /> },
  { name: 'group', isGood: false, illustration: <Group /> },
] as const

/** Which photos work, shown with the illustrated people: two good ones and two that are less good. */
export function PhotoExamples() {
  const t = useTranslations('signup.complete.examples')
  return (
    <ul className="grid grid-cols-4 gap-2 sm:gap-3">
      {examples.map(({ name, isGood, illustration }) => (
        <Example key={name} isGood={isGood} illustration={illustration}>
          <span className="sr-only">{t(isGood ? 'good' : 'less')} </span>
          {t(name)}
        </Example>
      ))}
    </ul>
  )
}

function Example({
  isGood,
  illustration,
  children,
}: {
  isGood: boolean
  illustration: ReactNode
  children: ReactNode
}) {
  const Icon = isGood ? Check : X
  return (
    <li className="min-w-0 text-center text-xs leading-tight text-text-muted hyphens-auto wrap-anywhere">
      <div aria-hidden className="relative mb-2">
        <div className="relative overflow-hidden rounded-md">{illustration}</div>
        <span
          className={cx(
            'absolute -end-1 -bottom-1 grid size-6 place-items-center rounded-full ring-2 ring-surface [&>svg]:size-4',
            isGood ? 'bg-success text-on-success' : 'bg-danger text-on-danger',
          )}
        >
          <Icon strokeWidth={3} />
        </span>
      </div>
      {children}
    </li>
  )
}

function Face() {
  return <CastImage name="w8" className="bg-size-[185%] bg-[50%_22%]" />
}

function Outside() {
  return <CastImage name="m9" />
}

/** The glasses of this person become sunglasses. */
function Dark() {
  return (
    <>
      <CastImage name="m18" />
      <svg viewBox="0 0 60 80" className="absolute inset-0 fill-shade">
        <circle cx="24.8" cy="30.4" r="4.6" />
        <circle cx="36" cy="30.4" r="4.6" />
      </svg>
      <span className="absolute inset-0 bg-shade/65" />
    </>
  )
}

function Group() {
  return (
    <div className="grid grid-cols-2">
      <CastImage name="w5" />
      <CastImage name="m12" />
      <CastImage name="v10" />
      <CastImage name="w3" />
    </div>
  )
}
