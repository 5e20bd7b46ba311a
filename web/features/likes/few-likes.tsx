import { href } from 'react-router'
import { Link } from '#web/api/link.tsx'
import type { LikeList as ListType } from '#contract/likes/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { Button } from '#web/ui/elements/button.tsx'

/** A list with fewer has space for the next step below it. */
export const FEW_LIKES = 8

/** What brings more of them, below a list of a few. */
export function FewLikes({ type }: { type: ListType }) {
  const t = useTranslations('likes.empty')
  return (
    <div className="mx-auto mt-10 flex max-w-form flex-col items-center gap-3 text-center">
      <p className="text-pretty text-text-muted">{t(`${type}.text`)}</p>
      <Button variant="outline" render={<Link to={nextPageOf(type)} prefetch="intent" />}>
        {t(`${type}.action`)}
      </Button>
    </div>
  )
}

/** Where one gets more of them. */
export const nextPageOf = (type: ListType) => (type === 'received' ? href('/profile') : href('/members'))
