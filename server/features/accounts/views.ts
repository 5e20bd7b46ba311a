import type { User } from '#contract/accounts/schemas.ts'
import type { CountryCode } from '#contract/countries.ts'
import { textLanguage } from '#contract/languages.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import type { LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import type { Settings } from '#contract/settings/schemas.ts'
import type { Context } from '#server/platform/context.ts'
import type { RequestViewer } from '#server/platform/http/callers.ts'
import { findAccount, type AccountRow } from './queries.ts'
import type { ViewerRow } from './sessions/session-queries.ts'
import { mustAssureAge, toLanguage } from './rules.ts'

/** The logged-in member who sends a request, as handlers receive it. */
export interface Viewer extends RequestViewer {
  siteId: number
  /** Public id of the viewer's profile. */
  profileId: string
  isConfirmed: boolean
  isPremium: boolean
  /** Hidden by the member's own choice (ACC-30). */
  isPaused: boolean
  /** No explicit image is sent or seen until a provider has confirmed the age (PRO-40). */
  mustAssureAge: boolean
}

/** A viewer with what sets the default filters of a search (SEARCH-4). */
export interface SearchingViewer extends Viewer {
  lookingFor: LookingFor
  country: CountryCode
  birthDate: string
  /** The viewer's cell of the map; null when no position is known. */
  cell: number | null
}

/** A viewer as the session gives it, with its end, at which its sockets are closed. */
export interface SessionViewer extends SearchingViewer {
  sessionExpiresAt: Date
}

type AgeSettings = Pick<Settings, 'age_check_countries'>

export function toViewer(row: Omit<ViewerRow, 'sessionUsedAt'>, settings: AgeSettings): SessionViewer {
  const { language, isAgeAssured: _, ...viewer } = row
  return { ...viewer, mustAssureAge: mustAssureAge(row, settings), language: textLanguage(language) }
}

/** Returns the logged-in member, with data that only the member may see. */
export async function userView(
  { db }: Pick<Context, 'db'>,
  {
    userId,
    settings,
  }: { userId: number; settings: AgeSettings & Pick<Settings, 'fictional_icon' | 'consent_version'> },
): Promise<User> {
  const account = await findAccount(db, { userId, consentVersion: settings.consent_version })
  const isConfirmed = account.confirmedAt !== null
  return {
    status: isConfirmed ? 'active' : 'not_confirmed',
    email: account.email,
    pending_email: account.pendingEmail,
    is_email_rejected: isEmailRejected(account),
    credits: account.credits,
    paid_user: account.isPremium,
    signup_date: account.createdAt.toISOString(),
    fictional_icon: settings.fictional_icon,
    language: toLanguage(account.language),
    notifications_disabled: account.notificationsDisabled,
    needs_consent: !account.hasConsented,
    has_unread_decision: account.hasUnreadDecision,
    is_paused: account.isPaused,
    pause_ends_at: account.pauseEndsAt?.toISOString() ?? null,
    must_assure_age: mustAssureAge(account, settings),
    profile: {
      id: account.profileId,
      name: account.name,
      gender: account.gender,
      country: account.country,
      status: isConfirmed ? 'active' : 'disabled',
      main_image: mainImage(account),
    },
  }
}

/** Whether a mail to the address that waits to be confirmed came back. */
function isEmailRejected({ confirmedAt, pendingEmail, rejectedAt, notificationsDisabled }: AccountRow) {
  if (pendingEmail !== null) return rejectedAt !== null
  return confirmedAt === null && notificationsDisabled.includes('bounce')
}

function mainImage({ photoId, photoStatus, preview }: AccountRow) {
  if (!photoId) return null
  return {
    filename: photoUrl(photoId, 'large'),
    thumb_filename: photoUrl(photoId, 'thumb'),
    match: photoUrl(photoId, 'tile'),
    status: photoStatus,
    preview,
  }
}
