import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#web/ui/cx.ts'

/** Illustration of two members and their first messages. An illustration, because a photo would show people who are no members. */
export function HeroImage() {
  const t = useTranslations('home.illustration')
  return (
    <div role="img" aria-label={t('label')} className="relative mx-auto aspect-square w-full max-w-120 select-none">
      <div aria-hidden className="absolute inset-[8%] rounded-full bg-accent-soft" />
      <div aria-hidden className="absolute inset-[22%] rounded-full bg-secondary-soft" />
      <Card className="start-[6%] top-[10%] -rotate-6">
        <PersonWithCurls />
      </Card>
      <Card className="end-[6%] bottom-[8%] rotate-6">
        <PersonWithBeard />
      </Card>
      <Bubble className="end-[2%] top-[12%] rounded-ee-sm bg-surface-raised text-text">{t('question')}</Bubble>
      <Bubble className="start-0 bottom-[14%] rounded-es-sm bg-accent text-on-accent">{t('answer')}</Bubble>
      <p
        aria-hidden
        className="absolute top-1/2 left-1/2 flex -translate-1/2 items-center gap-2 rounded-full bg-surface-raised py-2 ps-3 pe-4 text-sm font-bold text-secondary-text shadow-floating"
      >
        <svg viewBox="0 0 24 22" className="size-5 fill-secondary">
          <path d="M12 21 2.6 11.6a6.1 6.1 0 0 1 0-8.7 6.2 6.2 0 0 1 8.7 0l.7.7.7-.7a6.2 6.2 0 0 1 8.7 0 6.1 6.1 0 0 1 0 8.7z" />
        </svg>
        {t('match')}
      </p>
    </div>
  )
}

function Card({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      aria-hidden
      className={cx(
        'absolute w-[46%] overflow-hidden rounded-lg border-4 border-surface-raised bg-surface-raised shadow-floating',
        className,
      )}
    >
      {children}
    </div>
  )
}

function Bubble({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p
      aria-hidden
      className={cx('absolute max-w-[48%] rounded-lg px-4 py-2.5 text-sm font-medium shadow-raised', className)}
    >
      {children}
    </p>
  )
}

/* The drawings use the theme's colours, so that they fit both light and dark. */

function PersonWithCurls() {
  return (
    <svg viewBox="0 0 120 160" className="block w-full">
      <rect width="120" height="160" className="fill-secondary-soft" />
      <circle cx="96" cy="30" r="34" className="fill-warning" opacity="0.35" />
      <g className="fill-accent-text">
        <circle cx="60" cy="58" r="30" />
        <circle cx="36" cy="66" r="15" />
        <circle cx="84" cy="66" r="15" />
        <circle cx="34" cy="86" r="13" />
        <circle cx="86" cy="86" r="13" />
        <circle cx="42" cy="40" r="13" />
        <circle cx="78" cy="40" r="13" />
        <circle cx="60" cy="32" r="13" />
      </g>
      <path d="M14 160c2-32 22-44 46-44s44 12 46 44z" className="fill-secondary" />
      <path d="M50 96h20v20c0 7-20 7-20 0z" fill="var(--illustration-skin-shade-a)" />
      <ellipse cx="60" cy="76" rx="22" ry="27" fill="var(--illustration-skin-a)" />
      <path d="M38 72c2-17 13-22 22-22s20 5 22 22c-8-2-13-8-15-12-6 6-17 11-29 12z" className="fill-accent-text" />
      <Face cx={60} cy={78} />
    </svg>
  )
}

function PersonWithBeard() {
  return (
    <svg viewBox="0 0 120 160" className="block w-full">
      <rect width="120" height="160" className="fill-accent-soft" />
      <path d="M0 118 30 84l22 24 20-26 48 44v34H0z" className="fill-success" opacity="0.28" />
      <path d="M12 160c2-34 22-46 48-46s46 12 48 46z" className="fill-accent" />
      <path d="M49 96h22v20c0 8-22 8-22 0z" fill="var(--illustration-skin-shade-b)" />
      <ellipse cx="60" cy="74" rx="23" ry="28" fill="var(--illustration-skin-b)" />
      <path d="M37 76c0 20 9 31 23 31s23-11 23-31c-5 9-10 12-23 12S42 85 37 76z" className="fill-shade" />
      <path
        d="M35 70c-4-26 10-36 26-36 17 0 28 11 24 36-3-10-6-15-10-17-10 4-24 4-31-1-5 4-7 9-9 18z"
        className="fill-shade"
      />
      <Face cx={60} cy={74} smile="light" />
    </svg>
  )
}

function Face({ cx: x, cy: y, smile = 'dark' }: { cx: number; cy: number; smile?: 'dark' | 'light' }) {
  return (
    <g fill="none" strokeLinecap="round" strokeWidth="2.4" className="stroke-shade">
      <path d={`M${x - 12} ${y - 2}q3-3 6 0M${x + 6} ${y - 2}q3-3 6 0`} />
      <path d={`M${x - 7} ${y + 12}q7 6 14 0`} className={smile === 'light' ? 'stroke-on-shade' : undefined} />
    </g>
  )
}
