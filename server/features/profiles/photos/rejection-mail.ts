import { sql } from 'kysely'
import { z } from 'zod'
import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import type { Email } from '#contract/emails.ts'
import { PhotoId } from '#contract/ids.ts'
import { textLanguage } from '#contract/languages.ts'
import { formatLocale } from '#contract/locales.ts'
import type { PhotoRejection } from '#contract/profiles/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { statementOfPhotoText } from '#server/features/moderation/fragments.ts'
import { appealUntil } from '#server/features/moderation/rules.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'

/** Mails a member about rejected photos. Runs a little later, so that those decided together are one mail. */
export const mailRejections = defineJob('profiles.mail_rejections', z.object({ userId: z.int() }), 'background')

const WAIT_MS = MINUTE

/** Queues the mail about a rejected photo, in the transaction of the decision. */
export async function queueRejectionMail(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Tx,
  { userId, photoId }: { userId: number; photoId: number },
) {
  await tx.updateTable('photos').set({ isRejectionUnmailed: true }).where('id', '=', photoId).execute()
  await jobs.enqueue(tx, mailRejections, { userId }, { runAt: new Date(clock.now().getTime() + WAIT_MS) })
}

/** Sends one mail about all rejected photos of a member that no mail named yet. */
export async function sendRejectionMail(
  { transaction, mail }: Pick<Context, 'transaction' | 'mail'>,
  { userId }: { userId: number },
) {
  await transaction(async (tx) => {
    const photos = await tx
      .updateTable('photos')
      .set({ isRejectionUnmailed: false })
      .where('userId', '=', userId)
      .where('isRejectionUnmailed', '=', true)
      .returning('publicId')
      .execute()
    if (photos.length === 0) return
    const photoIds = photos.map(({ publicId }) => publicId).join(' ')
    await mail.send(tx, { template: 'photosRejected', userId, about: { photoIds } })
  })
}

/**
 * Builds the mail when it is sent. Returns null when the photos are deleted or accepted meanwhile, and
 * without a confirmed, active account (ACC-4).
 */
export async function buildRejectionMail(
  context: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const photoIds = z.array(PhotoId).parse(about['photoIds']?.split(' '))
  const member = await context.db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'profiles.name', 'profiles.country'])
    .where('users.id', '=', userId)
    .where(isActive())
    .where('users.confirmedAt', 'is not', null)
    .executeTakeFirst()
  const photos = await context.db
    .selectFrom('photos')
    .select(['rejection', 'reviewedAt'])
    .select(sql.raw<string | null>(statementOfPhotoText('photos')).as('decision'))
    .where('userId', '=', userId)
    .where('publicId', 'in', photoIds)
    .where('status', '=', 'rejected')
    .orderBy('reviewedAt')
    .$narrowType<{ rejection: PhotoRejection | null }>()
    .execute()
  if (!member || photos.length === 0) return null
  const envelope = mailEnvelope(context, member)
  const reasons = [...new Set(photos.map(({ rejection }) => rejection ?? 'other'))]
  const { url } = envelope.site
  const appeal = appealOf(photos, { url, locale: localeOf(member) })
  const props = { name: member.name, count: photos.length, reasons, appeal, url: `${url}/profile` }
  return { template: 'photosRejected', ...envelope, props }
}

interface Rejected {
  reviewedAt: Date | null
  decision: string | null
}

/** Returns where to appeal and until when: the decision, or the list of them. Null without an operator. */
function appealOf(photos: Rejected[], { url, locale }: { url: string; locale: string }) {
  const decisions = photos.flatMap(({ decision }) => decision ?? [])
  const [first] = photos
  if (decisions.length === 0 || !first?.reviewedAt) return null
  const place = decisions.length === 1 ? `/decisions/${decisions[0]}` : '/decisions'
  return { url: `${url}${place}`, until: appealUntil(first.reviewedAt).toISOString(), locale }
}

function localeOf(member: { language: string; country: string }) {
  // Validated by the contract when it was written.
  const country = member.country as CountryCode
  const language = textLanguage(member.language)
  return formatLocale({ language, isChosen: true, country, offered: countryLanguages[country] })
}
