import { useQuery } from '@tanstack/react-query'
import ImageIcon from 'lucide-react/icons/image'
import { href } from 'react-router'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { Link } from '#web/api/link.tsx'
import { loading, type Loading } from '#web/api/load.ts'
import { readSharedPhotos, SHARED_QUERY } from '#web/api/shared-photos.ts'
import { useLoaded } from '#web/api/use-cached.ts'
import { chatsQuery } from '#web/features/chat/queries.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { PageTitle } from '#web/shell/document/page-title.tsx'
import { Button } from '#web/ui/elements/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FilePreview } from '#web/ui/forms/file-preview.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { Route } from './+types/share-photo'

const load = loading(async ({ query }: Loading<Route.LoaderArgs>) => {
  await query(chatsQuery())
})
export const loader = load
export const clientLoader = load

/** Asks what happens to a photo that another program has shared with the installed app (SHELL-28). */
export default function SharePhoto() {
  const t = useTranslations('install.share')
  const { data: files } = useQuery({ queryKey: ['shared photos'], queryFn: readSharedPhotos, staleTime: 0 })
  const [photo] = files ?? []
  return (
    <div className="mx-auto max-w-form">
      <PageTitle title={t('title')} isPrivate />
      <h1 className="mb-4 text-2xl font-bold">{t('title')}</h1>
      {files && !photo && (
        <EmptyState icon={<ImageIcon />} title={t('none')} actions={<ProfileButton label={t('choose')} />}>
          {t('again')}
        </EmptyState>
      )}
      {photo && (
        <div className="flex flex-col gap-6">
          <FilePreview file={photo} className="mx-auto max-h-[40dvh] max-w-full rounded-lg object-contain" />
          <ProfileButton label={t('toProfile', { count: files?.length ?? 1 })} />
          <Conversations />
        </div>
      )}
    </div>
  )
}

function ProfileButton({ label }: { label: string }) {
  return (
    <Button isWide size="lg" render={<Link to={`${href('/profile')}?${SHARED_QUERY}#photos`} />}>
      {label}
    </Button>
  )
}

/** The latest conversations: the photo is sent, and paid, only in the one that is chosen. */
function Conversations() {
  const t = useTranslations('install.share')
  const { chats } = useLoaded(chatsQuery())
  if (chats.length === 0) return null
  return (
    <section aria-labelledby="share-conversations">
      <h2 id="share-conversations" className="mb-2 text-lg font-bold">
        {t('toConversation')}
      </h2>
      <ul className="divide-y divide-line">
        {chats.map(({ conversation, profile }) => (
          <li key={conversation.id}>
            <Link
              to={`${href('/chats/:id', { id: conversation.id })}?${SHARED_QUERY}`}
              className="flex min-h-14 items-center gap-3 px-2 py-2 text-text no-underline hover:bg-surface-muted"
            >
              <Avatar
                name={profile.name}
                src={profile.photo && photoUrl(profile.photo.id, 'thumb')}
                preview={profile.photo?.preview}
                isDecorative
              />
              <span className="min-w-0 truncate">{profile.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
