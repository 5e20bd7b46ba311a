import { z } from 'zod'
import {
  BUNDLE_PRICE_MAX,
  PROMO_PATH_MAX_LENGTH,
  PROMO_TEXT_MAX_LENGTH,
  SETTING_MAX_LENGTH,
  TRAFFIC_VALUE_MAX_LENGTH,
} from '#contract/limits.ts'

/** Value of a tracking parameter, such as a network's name, in few characters: it is in anyone's link. */
export const TrafficValue = z
  .string()
  .max(TRAFFIC_VALUE_MAX_LENGTH)
  .regex(/^[\w.~-]+$/)

/** Traffic data: the parameters of the link by which a visitor came (LAND-2). */
export const TrafficSource = z.object({
  network: TrafficValue.optional(),
  ref: TrafficValue.optional(),
  sub1: TrafficValue.optional(),
  sub2: TrafficValue.optional(),
  sub3: TrafficValue.optional(),
})
export type TrafficSource = z.output<typeof TrafficSource>

export const Text = z.string().max(SETTING_MAX_LENGTH)

/** An advertisement between members: a live cam or a partner site (LAND-3). */
export const PromoTile = z.strictObject({
  kind: z.enum(['live_cam', 'resell']),
  title: z.string().min(1).max(PROMO_TEXT_MAX_LENGTH),
  text: z.string().max(PROMO_TEXT_MAX_LENGTH),
  /** Path of an image on this site; null for none. Another host would learn who sees the tile. */
  image: z
    .string()
    .max(PROMO_PATH_MAX_LENGTH)
    .regex(/^\/(?!\/)[\w./-]+$/)
    .nullable(),
  url: z.url({ protocol: /^https$/ }).max(PROMO_PATH_MAX_LENGTH),
})
export type PromoTile = z.output<typeof PromoTile>

/**
 * Origin of the files of the web app, without path and final slash; empty: the site's own. It becomes part of
 * the security policy of pages. Unencrypted on the machine itself only.
 */
export const CdnPrefix = Text.regex(
  /^(?:https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)?$/,
)

/**
 * Address of a script at another origin, without a query; empty: none. Unencrypted on the machine itself
 * only.
 */
export const ScriptUrl = Text.regex(
  /^(?:(?:https:\/\/[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)\/[\w./-]+)?$/,
)

/** Path of an image on this site; empty: none. Another host would learn who opens the page. */
export const ImagePath = z
  .string()
  .max(PROMO_PATH_MAX_LENGTH)
  .regex(/^(?:\/(?!\/)[\w./-]+)?$/, { error: 'settings.image_path_invalid' })

/** A colour such as `#7235d0`; empty: that of the theme. */
export const Colour = z
  .string()
  .max(7, { error: 'settings.colour_invalid' })
  .regex(/^(?:#[\da-f]{6})?$/, { error: 'settings.colour_invalid' })

const BundlePrice = z.int().min(1).max(BUNDLE_PRICE_MAX)

/** Prices of the bundles in one currency, in minor units. */
export const BundlePrices = z.strictObject({ p0: BundlePrice, p1: BundlePrice, p2: BundlePrice, p3: BundlePrice })
