import type { ProfileAnswer } from '#contract/profiles/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { ReplyLink } from './reply-link.tsx'

interface Props {
  answer: ProfileAnswer
  /** Whose answer it is; null where the viewer cannot write to them. */
  replyTo: string | null
  /** Beside a photo, on a wide page. */
  isLarge?: boolean
  className?: string | undefined
}

/** What a member answers to a prompt, large, with a button that answers it. */
export function AnswerCard({ answer: { prompt, text }, replyTo, isLarge = false, className }: Props) {
  const t = useTranslations('prompts')
  const memberT = useTranslations('profiles-member.story')
  return (
    <article
      className={cx(
        'relative flex flex-col justify-center gap-2 rounded-lg bg-accent-soft p-6 pb-8 md:p-8',
        replyTo !== null && 'pe-18 md:pe-20',
        isLarge && 'md:gap-3 lg:px-16 lg:py-12',
        className,
      )}
    >
      <h2 className="font-sans text-sm font-semibold tracking-normal text-accent-text">{t(`text.${prompt}`)}</h2>
      <p
        dir="auto"
        className={cx(
          'text-xl leading-snug font-semibold text-balance wrap-anywhere md:text-2xl',
          isLarge && 'lg:text-4xl lg:leading-tight',
        )}
      >
        {text}
      </p>
      {replyTo !== null && (
        <ReplyLink
          profileId={replyTo}
          part={{ prompt }}
          label={memberT('replyToAnswer', { prompt: t(`text.${prompt}`) })}
          className="absolute end-4 bottom-4"
        />
      )}
    </article>
  )
}
