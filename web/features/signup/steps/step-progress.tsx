import { useTranslations } from '#web/i18n/intl.tsx'
import type { Progress } from '../complete-steps.ts'

/** How far one is in a row of steps: a bar, and the counter beside it. */
export function StepProgress({ progress: { done, count, isUncounted = false } }: { progress: Progress }) {
  const t = useTranslations('signup')
  return (
    <>
      <div aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-swift motion-reduce:transition-none"
          style={{ width: `${(done / count) * 100}%` }}
        />
      </div>
      {!isUncounted && (
        <p className="shrink-0 text-sm font-semibold text-text-muted tabular-nums">
          {t('step', { step: done, count })}
        </p>
      )}
    </>
  )
}
