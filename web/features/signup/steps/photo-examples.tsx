import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'

const examples = [
  { name: 'face', isGood: true, illustration: <Face /> },
  { name: 'outside', isGood: true, illustration: <Outside /> },
  { name: 'dark', isGood: false, illustration: <Dark /> },
  { name: 'group', isGood: false, illustration: <Group /> },
] as const

/** Which photos work, as small illustrations: two good ones and two that are less good. */
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
        <svg viewBox="0 0 60 80" className="w-full rounded-md bg-accent-soft">
          {illustration}
        </svg>
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

/** A face of the illustrations, `x` and `y` being its centre and `r` half of its width. */
function Head({ x, y, r, hasGlasses = false }: { x: number; y: number; r: number; hasGlasses?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 10})`}>
      <path className="fill-secondary" d="M-18 32c1-12 8-17 18-17s17 5 18 17z" />
      <path className="fill-shade" d="M-12 4C-14-10-7-15 0-15S14-10 12 4z" />
      <ellipse className="fill-warning" rx="9.5" ry="12" cy="1" />
      {hasGlasses ? (
        <path className="fill-shade" d="M-8.5-2h7v4.500h-7zM1.5-2h7v4.500h-7zM-2-1.500h4v1.500h-4z" />
      ) : (
        <g className="fill-shade">
          <circle cx="-4" cy="-1" r="1.3" />
          <circle cx="4" cy="-1" r="1.3" />
        </g>
      )}
      <path className="fill-none stroke-shade" strokeWidth="1.3" strokeLinecap="round" d="M-3.5 6q3.5 3 7 0" />
    </g>
  )
}

function Face() {
  return <Head x={30} y={36} r={15} />
}

function Outside() {
  return (
    <>
      <circle className="fill-warning" cx="47" cy="14" r="6" />
      <path className="fill-success" d="M0 58q16-16 32-4 14-9 28 2v24H0z" />
      <Head x={28} y={40} r={10} />
    </>
  )
}

function Dark() {
  return (
    <>
      <Head x={30} y={36} r={14} hasGlasses />
      <rect className="fill-shade/65" width="60" height="80" />
    </>
  )
}

function Group() {
  return (
    <>
      <Head x={14} y={42} r={6} />
      <Head x={46} y={42} r={6} />
      <Head x={30} y={38} r={6} hasGlasses />
    </>
  )
}
