import type { User } from '#contract/accounts.ts'
import { photoUrl } from '#contract/profiles.ts'
import type { Settings } from '#contract/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { RequestViewer } from '#server/platform/http/routes.ts'
import { findAccount, type AccountRow, type ViewerRow } from './queries.ts'
import { toLanguage } from './rules.ts'

/** The logged-in member who sends a request, as handlers receive it. */
export interface Viewer extends RequestViewer {
  /** Public id of the viewer's profile. */
  profileId: string
  isConfirmed: boolean
  isPremium: boolean
}

/** A viewer with the end of the session, at which its sockets are closed. */
export interface SessionViewer extends Viewer {
  sessionExpiresAt: Date
}

export function toViewer({ language, ...row }: ViewerRow): SessionViewer {
  return { ...row, language: toLanguage(language) }
}

/** Returns the logged-in member, with data that only the member may see. */
export async function userView(
  { db }: Pick<Context, 'db'>,
  { userId, settings }: { userId: number; settings: Pick<Settings, 'fictional_icon'> },
): Promise<User> {
  const account = await findAccount(db, userId)
  const isConfirmed = account.confirmedAt !== null
  return {
    status: isConfirmed ? 'active' : 'not_confirmed',
    email: account.email,
    credits: account.credits,
    paid_user: account.isPremium,
    signup_date: account.createdAt.toISOString(),
    fictional_icon: settings.fictional_icon,
    language: toLanguage(account.language),
    notifications_disabled: account.notificationsDisabled,
    needs_consent: !account.hasConsented,
    profile: {
      id: account.profileId,
      name: account.name,
      country: account.country,
      status: isConfirmed ? 'active' : 'disabled',
      main_image: mainImage(account),
    },
  }
}

function mainImage({ photoId, photoStatus, thumbhash }: AccountRow) {
  if (!photoId) return null
  return {
    filename: photoUrl(photoId, 'large'),
    thumb_filename: photoUrl(photoId, 'thumb'),
    match: photoUrl(photoId, 'tile'),
    status: photoStatus,
    thumbhash,
  }
}
