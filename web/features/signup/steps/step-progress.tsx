import { useTranslations } from '#web/i18n/intl.tsx'

/** How far one is in a short row of steps: a bar, and the counter beside it. */
export function StepProgress({ done, count }: { done: number; count: number }) {
  const t = useTranslations('signup')
  return (
    <>
      <div aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-swift motion-reduce:transition-none"
          style={{ width: `${(done / count) * 100}%` }}
        />
      </div>
      <p className="shrink-0 text-sm font-semibold text-text-muted tabular-nums">{t('step', { step: done, count })}</p>
    </>
  )
}
