import type { Appearance } from './appearance.ts'
import { beanie, curlyTop, femaleStyles, headscarf, maleStyles, type Hairstyle } from './hairstyles.ts'
import { line, shape } from './strokes.ts'

/** The layers of hair, from behind the shoulders to the front of the face. */
export interface HairLayers {
  back: string
  front: string
  /** Locks that fall over the clothes. */
  locks: string
}

/** Renders the hair of a person. `clothColour` is that of a scarf or hat. */
export function renderHair(looks: Appearance, clothColour: string): HairLayers {
  const { back, front, locks, tufts, cover } = hairstyleOf(looks)
  const { hair } = looks
  const [base, dark, light] = cover ? [clothColour, '#00000040', '#ffffff55'] : [hair.base, hair.dark, hair.light]
  const behind = cover ? base : dark
  return {
    back: back ? (back.startsWith('<') ? `<g fill="${behind}">${back}</g>` : shape(back, behind)) : '',
    front: front
      ? `<clipPath id="hair"><path d="${front}"/></clipPath>${shape(front, base)}
        <g clip-path="url(#hair)">
          ${line('M-150 -206C-70 -268 70 -276 150 -214', light, 26, 0.42)}
          ${line('M-176 -140C-120 -236 40 -262 120 -236M60 -250C140 -230 190 -160 204 -60', light, 7, 0.35)}
          ${line('M-206 20C-214 -90 -170 -190 -90 -240M206 30C214 -80 180 -170 120 -222', dark, 9, 0.5)}
        </g>${tufts?.(base, light) ?? ''}`
      : '',
    locks: locks ? `${shape(locks, base)}${line(locks, dark, 5, 0.35)}` : '',
  }
}

/** Returns the hairstyle of a person: a scarf or hat too. */
export function hairstyleOf({ gender, hairstyle, age, hairColour, tone, beard }: Appearance): Hairstyle {
  const isDark = hairColour === 'black'
  if (gender === 'female') {
    if (hairstyle < 0.035) return headscarf
    const styles = age > 55 ? femaleStyles.filter(({ isLong }) => !isLong) : femaleStyles
    const natural = styles.filter(({ isAfro }) => !isAfro || isDark)
    return at(natural, (hairstyle - 0.035) / 0.965)
  }
  if (hairstyle < 0.05) return beanie
  if (isDark && tone > 4 && hairstyle < 0.3) return curlyTop
  // Rendered like this, long hair without a clear beard looks like a woman's.
  const hasBeard = beard === 'full' || beard === 'goatee'
  const styles = maleStyles.filter(
    ({ minAge = 0, maxAge = 99, isLong }) => age >= minAge && age <= maxAge && (hasBeard || !isLong),
  )
  return at(styles, (hairstyle - 0.05) / 0.95)
}

function at(styles: readonly Hairstyle[], fraction: number): Hairstyle {
  return styles[Math.min(styles.length - 1, Math.floor(fraction * styles.length))] ?? headscarf
}

/** Renders what grows on the lower half of a man's face. It is rendered before the mouth. */
export function renderBeard({ beard, head: { width, jaw, chin, length }, hair, nose, mouth }: Appearance) {
  if (beard === 'none') return ''
  const lip = nose.length + 62
  const moustache = `M0 ${lip - 32}C20 ${lip - 44} ${mouth.width * 0.8} ${lip - 34} ${mouth.width + 16} ${lip + 12}C${mouth.width * 0.7} ${lip - 2} 24 ${lip - 12} 0 ${lip - 10}C-24 ${lip - 12} ${-mouth.width * 0.7} ${lip - 2} ${-mouth.width - 16} ${lip + 12}C${-mouth.width * 0.8} ${lip - 34} -20 ${lip - 44} 0 ${lip - 32}Z`
  if (beard === 'moustache') return shape(moustache, hair.base)
  if (beard === 'goatee') {
    return `${shape(moustache, hair.base)}${shape(`M${-mouth.width - 14} ${lip + 6}C${-mouth.width} ${lip + 40} ${-chin} ${length + 6} 0 ${length + 12}C${chin} ${length + 6} ${mouth.width} ${lip + 40} ${mouth.width + 14} ${lip + 6}C${mouth.width - 8} ${lip + 48} 30 ${lip + 50} 0 ${lip + 48}C-30 ${lip + 50} ${-mouth.width + 8} ${lip + 48} ${-mouth.width - 14} ${lip + 6}Z`, hair.base)}`
  }
  const side = (s: number) =>
    `C${s * (width + 4)} 90 ${s * (jaw + 8)} ${length * 0.72} ${s * (jaw - 14)} ${length * 0.88}`
  const cheeks = `M${-width - 2} 30${side(-1)}C${-jaw * 0.5} ${length + 22} ${jaw * 0.5} ${length + 22} ${jaw - 14} ${length * 0.88}C${jaw + 8} ${length * 0.72} ${width + 4} 90 ${width + 2} 30C${width - 16} 80 ${width - 36} 120 ${mouth.width + 36} ${lip - 18}C${mouth.width} ${lip - 46} 26 ${lip - 42} 0 ${lip - 34}C-26 ${lip - 42} ${-mouth.width} ${lip - 46} ${-mouth.width - 36} ${lip - 18}C${-width + 36} 120 ${-width + 16} 80 ${-width - 2} 30Z`
  if (beard === 'stubble') return shape(cheeks, hair.dark, 0.2)
  return `${shape(cheeks, hair.base)}${line(`M${-jaw + 10} ${length * 0.7}C${-jaw * 0.6} ${length} ${jaw * 0.6} ${length} ${jaw - 10} ${length * 0.7}`, hair.light, 8, 0.25)}`
}
