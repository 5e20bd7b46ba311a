import { useTranslations } from '#web/i18n/intl.tsx'
import { chapters, type Progress } from '../complete-steps.ts'

/**
 * How far the sign-up is: the name of the chapter, and a bar with a part for each. How many steps the chapter
 * has is for screen readers; the number of all would discourage, and most can be skipped (SIGN-10).
 */
export function ChapterProgress({ progress: { chapter, done, count } }: { progress: Progress }) {
  const t = useTranslations('signup')
  const current = chapters.indexOf(chapter)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <p className="truncate text-sm font-semibold text-text-muted">
        {t(`chapters.${chapter}`)}
        {done > 0 && <span className="sr-only"> {t('step', { step: done, count })}</span>}
      </p>
      <div aria-hidden className="flex gap-1.5">
        {chapters.map((each, index) => (
          <div key={each} className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-500 ease-swift motion-reduce:transition-none"
              style={{ width: index === current ? `${(done / count) * 100}%` : index < current ? '100%' : 0 }}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
