import sharp from 'sharp'

/** Chosen by the system that shows it: as it is, cut to the system's own shape, or by its shape alone. */
export type IconPurpose = 'any' | 'maskable' | 'monochrome'

interface AppIcon {
  /** SVG or image of trusted origin: it is rendered in this process. */
  logo: Buffer
  /** Two corners of the background. */
  background: { from: string; to: string }
  purpose: IconPurpose
  sizePx: number
}

/** Part of an icon that its logo fills. Of a maskable one only the inner circle is sure to be seen. */
const LOGO_PART = { any: 0.7, maskable: 0.52, monochrome: 0.9 } as const
/** Radius of the corners, as a part of the size. */
const CORNER_PART = 0.28

/** Renders an icon of an installed app, or of its notifications, as PNG. */
export async function renderAppIcon({ logo, background, purpose, sizePx }: AppIcon) {
  const inside = Math.round(sizePx * LOGO_PART[purpose])
  const rendered = await renderLogo(logo, inside)
  const shape = purpose === 'monochrome' ? await silhouette(rendered) : rendered
  return sharp(Buffer.from(backgroundOf({ background, purpose, sizePx })))
    .composite([{ input: shape, gravity: 'centre' }])
    .png()
    .toBuffer()
}

/** Renders a logo as PNG in its own shape, as large as fits into a square. */
async function renderLogo(logo: Buffer, sizePx: number) {
  const { width, height, density = 72 } = await sharp(logo).metadata()
  const scale = sizePx / Math.max(width, height)
  return sharp(logo, { density: Math.min(2400, Math.max(1, density * scale)) })
    .resize(sizePx, sizePx, { fit: 'inside' })
    .png()
    .toBuffer()
}

/** White where the image is opaque. */
async function silhouette(image: Buffer) {
  const { width, height } = await sharp(image).metadata()
  const white = sharp({ create: { width, height, channels: 4, background: '#ffffff' } })
  return white
    .composite([{ input: image, blend: 'dest-in' }])
    .png()
    .toBuffer()
}

function backgroundOf({ background, purpose, sizePx }: Pick<AppIcon, 'background' | 'purpose' | 'sizePx'>) {
  const corner = purpose === 'any' ? Math.round(sizePx * CORNER_PART) : 0
  const fill = purpose === 'monochrome' ? 'none' : 'url(#g)'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${background.from}"/><stop offset="1" stop-color="${background.to}"/></linearGradient></defs><rect width="100%" height="100%" rx="${corner}" fill="${fill}"/></svg>`
}
