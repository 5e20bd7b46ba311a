import type { MemberFile } from '#contract/operator/members/schemas.ts'
import { Details, Section } from '#web/features/operator/ui/section.tsx'
import { When } from '#web/features/operator/ui/when.tsx'
import { useFormatter, useTranslations } from '#web/i18n/intl.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'

/** The account of a member. */
export function MemberAccount({ member }: { member: MemberFile }) {
  const t = useTranslations('operator-members.account')
  const skippedT = useTranslations('operator-members.skipped')
  const format = useFormatter()
  const countryName = useCountryName()
  const place = [member.city, member.region, countryName(member.country)].filter(Boolean).join(', ')
  const when = (at: string | null) => at && <When at={at} />
  return (
    <Section title={t('title')}>
      <Details
        entries={[
          [t('id'), <code key="id">{member.id}</code>],
          [t('email'), member.email],
          [t('pendingEmail'), member.pendingEmail],
          [
            t('birthDate'),
            format.dateTime(new Date(`${member.birthDate}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }),
          ],
          [t('place'), place],
          [t('site'), member.site],
          [t('language'), format.displayName(member.language, { type: 'language' })],
          [t('credits'), format.number(member.credits)],
          [t('photos'), format.number(member.photos)],
          [t('secondFactor'), member.hasSecondFactor ? t('yes') : t('no')],
          [t('createdAt'), when(member.createdAt)],
          [t('confirmedAt'), when(member.confirmedAt)],
          [t('lastActiveAt'), when(member.lastActiveAt)],
          [t('mailStop'), member.mailStop && skippedT(member.mailStop)],
          [t('pausedAt'), when(member.pausedAt)],
          [t('dormantAt'), when(member.dormantAt)],
          [t('deletedAt'), when(member.deletedAt)],
          [t('disabledAt'), when(member.disabledAt)],
          [t('disabledUntil'), when(member.disabledUntil)],
          [t('hidden'), member.isSearchHidden ? t('hiddenByTeam') : null],
        ]}
      />
    </Section>
  )
}
