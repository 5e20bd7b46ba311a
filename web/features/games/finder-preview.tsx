import { useTranslations } from '#web/i18n/intl.tsx'
import type { SuggestedMember } from '#contract/games/schemas.ts'
import { faceOf } from '#web/features/profiles/face-of.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'

/** Faces that fit on the narrowest phone beside the number. */
const FACES = 4

/** Who fits the answers so far: a few faces, and how many people there are. Nothing while no one does. */
export function FinderPreview({ members }: { members: readonly SuggestedMember[] }) {
  const t = useTranslations('games.finder')
  if (members.length === 0) return null
  const withPhoto = members.filter(({ photo }) => photo && !photo.isLocked)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm font-semibold text-text-muted">
      <span aria-hidden className="flex -space-x-2">
        {withPhoto.slice(0, FACES).map((member) => (
          <span key={member.id} className="flex rounded-full ring-2 ring-surface">
            <Avatar size="sm" isDecorative {...faceOf(member)} />
          </span>
        ))}
      </span>
      {t('results', { count: members.length })}
    </p>
  )
}
