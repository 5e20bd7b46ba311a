import type { MemberProfile } from '#contract/profiles/schemas.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { cx } from '#web/ui/cx.ts'
import { AnswerCard } from './answer-card.tsx'
import { ReplyLink } from './reply-link.tsx'
import { StoryPhotoBox } from './story-photo.tsx'
import { storyOf, type StoryPhoto } from './story-rows.ts'

interface Props {
  member: MemberProfile
  /** The viewer can write to this member. */
  canReply: boolean
  onEnlarge: (index: number) => void
}

/** What follows the head of a profile: answers between photos, or beside them, and then more photos. */
export function ProfileStory({ member, canReply, onEnlarge }: Props) {
  const t = useTranslations('profiles-member.story')
  const { rows, others } = storyOf(member)
  const replyTo = canReply ? member.id : null
  if (rows.length === 0 && others.length === 0 && member.photoLock !== 'premium') return null
  return (
    <div className="flex flex-col gap-6 md:gap-8">
      {rows.length > 0 && (
        <section aria-label={t('answers', { name: member.name })} className="flex flex-col gap-6 md:gap-8">
          {rows.map((row, index) =>
            row.kind === 'answers' ? (
              <div
                key={row.answers[0]?.prompt}
                className={cx('grid gap-6 md:gap-8', row.answers.length > 1 && 'md:grid-cols-2')}
              >
                {row.answers.map((answer) => (
                  <AnswerCard key={answer.prompt} answer={answer} replyTo={replyTo} />
                ))}
              </div>
            ) : (
              <div
                key={row.answer.prompt}
                className={cx(
                  'grid gap-6 md:gap-8',
                  index % 2 === 0
                    ? 'md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
                    : 'md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
                )}
              >
                <StoryPhotoBox
                  {...row.photo}
                  name={member.name}
                  sizes="(min-width: 768px) 480px, 100vw"
                  action={<ReplyToPhoto {...row.photo} replyTo={replyTo} />}
                  onEnlarge={onEnlarge}
                  className={cx(index % 2 === 1 && 'md:order-last')}
                />
                <AnswerCard answer={row.answer} replyTo={replyTo} isLarge />
              </div>
            ),
          )}
        </section>
      )}
      {(others.length > 0 || member.photoLock === 'premium') && (
        <section>
          <MorePhotosTitle member={member} />
          <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
            {others.map((each) => (
              <StoryPhotoBox
                key={each.photo.id}
                {...each}
                name={member.name}
                sizes="(min-width: 992px) 300px, (min-width: 768px) 33vw, 50vw"
                action={<ReplyToPhoto {...each} replyTo={replyTo} />}
                onEnlarge={onEnlarge}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

/**
 * Names what premium would unlock (PRO-5). What opens photos for money is offered where one of them was
 * opened, not on a profile.
 */
function MorePhotosTitle({ member: { name, photoLock } }: { member: MemberProfile }) {
  const t = useTranslations('profiles')
  const memberT = useTranslations('profiles-member')
  const isLocked = photoLock === 'premium'
  return (
    <>
      <h2 className={cx('text-lg font-semibold', !isLocked && 'mb-3')}>
        {isLocked ? memberT('morePhotos', { name }) : memberT('story.morePhotos')}
      </h2>
      {isLocked && <p className="mb-3 text-text-muted">{t('lock.premium')}</p>}
    </>
  )
}

/** The button on a photo that writes about it. */
export function ReplyToPhoto({ photo, index, replyTo }: StoryPhoto & { replyTo: string | null }) {
  const t = useTranslations('profiles-member.story')
  if (replyTo === null) return null
  return (
    <ReplyLink
      profileId={replyTo}
      part={{ photoId: photo.id }}
      label={t('replyToPhoto', { number: index + 1 })}
      className="absolute end-3 bottom-3"
    />
  )
}
