import { Heart } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ProfileCard } from '#contract/profiles.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/elements/icon-button.tsx'
import { useLike } from './use-like.ts'

interface Props {
  member: Pick<ProfileCard, 'id' | 'name' | 'isLiked'>
}

/** The heart in the corner of a tile. */
export function LikeHeart({ member }: Props) {
  const t = useTranslations('likes')
  const { isLiked, toggle } = useLike(member)
  return (
    <IconButton
      label={t(isLiked ? 'unlikeName' : 'likeName', { name: member.name })}
      variant="shade"
      isPressed={isLiked}
      onClick={toggle}
    >
      <HeartIcon isLiked={isLiked} />
    </IconButton>
  )
}

/** The same with a label, for the profile. */
export function LikeButton({ member }: Props) {
  const t = useTranslations('likes')
  const { isLiked, toggle } = useLike(member)
  return (
    <Button
      variant={isLiked ? 'secondary' : 'primary'}
      icon={<HeartIcon isLiked={isLiked} />}
      aria-pressed={isLiked}
      className="flex-1"
      onClick={toggle}
    >
      {t(isLiked ? 'liked' : 'like')}
    </Button>
  )
}

function HeartIcon({ isLiked }: { isLiked: boolean }) {
  return (
    <Heart
      aria-hidden
      className={cx('transition-transform duration-200', isLiked && 'scale-110 fill-current text-secondary')}
    />
  )
}
