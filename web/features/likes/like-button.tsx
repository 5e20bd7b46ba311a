import Heart from 'lucide-react/icons/heart'
import { useTranslations } from '#web/i18n/intl.tsx'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useLikes } from './use-likes.ts'

/**
 * Likes the member of a profile. Its text changes with the state, so it has no `aria-pressed`. Tiles have
 * their own hearts (use-likes.ts).
 */
export function LikeButton({ member }: { member: Pick<ProfileCard, 'id' | 'name' | 'isLiked' | 'isMatch'> }) {
  const t = useTranslations('likes')
  const likes = useLikes()
  const isLiked = likes.isLiked(member)
  return (
    <Button
      variant={isLiked ? 'secondary' : 'primary'}
      icon={
        <Heart
          aria-hidden
          className={cx('transition-transform duration-200', isLiked && 'scale-110 fill-current text-secondary')}
        />
      }
      className="flex-1"
      onClick={() => likes.toggle(member)}
    >
      {t(isLiked ? 'liked' : 'like')}
    </Button>
  )
}
