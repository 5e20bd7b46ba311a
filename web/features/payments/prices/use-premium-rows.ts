import { FREE_CONVERSATIONS, FREE_PHOTOS, PREMIUM_PHOTOS } from '#contract/limits.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

/** How much is possible, or whether anything is. */
export type Extent = boolean | number | string

interface PremiumRow {
  name: string
  free: Extent
  premium: Extent
}

/** Returns what members can do without premium and with it. */
export function usePremiumRows(): PremiumRow[] {
  const t = useTranslations('pricing.compare')
  const { promo_tiles: tiles, photo_credits: credits } = useSettings()
  return [
    { name: t('look'), free: true, premium: true },
    { name: t('answer'), free: true, premium: true },
    { name: t('start'), free: FREE_CONVERSATIONS, premium: t('unlimited') },
    { name: t('photos'), free: false, premium: true },
    { name: t('private'), free: t('forCredits', { count: credits }), premium: true },
    { name: t('own'), free: FREE_PHOTOS, premium: PREMIUM_PHOTOS },
    ...(tiles.length > 0 ? [{ name: t('noAds'), free: false, premium: true }] : []),
  ]
}
