import type { Rng } from '#server/demo/random.ts'
import type { Appearance } from './appearance.ts'
import { both, line, shape } from './strokes.ts'

/** Renders eyes, brows, nose, mouth, and the lines of age. The expression depends on the photo. */
export function renderFace(looks: Appearance, variantRng: Rng) {
  const smile = variantRng.pick(['closed', 'open', 'open', 'soft'])
  const isSquinting = smile === 'open' && variantRng.isTrue(0.35)
  return `${renderAgeLines(looks, smile === 'open')}${renderNose(looks)}
    ${both((s) => renderEye(looks, s, isSquinting))}${both((s) => renderBrow(looks, s))}${renderMouth(looks, smile)}`
}

function renderEye({ eyes, gender, skin, iris, age }: Appearance, s: number, isSquinting: boolean) {
  const w = 36 * eyes.size
  const top = (isSquinting ? 12 : 21) * eyes.size
  const bottom = (isSquinting ? 9 : 14) * eyes.size
  const x = s * eyes.distance
  const outer = -eyes.tilt
  const almond = `M${-w} 4C${-w * 0.55} ${-top * 1.12} ${w * 0.5} ${-top * 1.2} ${w} ${outer}C${w * 0.5} ${bottom * 1.2} ${-w * 0.5} ${bottom * 1.15} ${-w} 4Z`
  const lid = `M${-w - 2} 5C${-w * 0.55} ${-top * 1.16} ${w * 0.5} ${-top * 1.24} ${w + 3} ${outer}`
  const isFemale = gender === 'female'
  const id = `eye${s > 0 ? 'R' : 'L'}`
  // Mirrored as a whole: the inner corner is at the left of the local space.
  return `<g transform="translate(${x} 0) scale(${s} 1)">
    ${line(`M${-w * 0.8} ${-top - 10}C${-w * 0.3} ${-top - 22} ${w * 0.5} ${-top - 20} ${w * 0.95} ${-top * 0.2 - 12}`, skin.dark, 5, 0.55)}
    <clipPath id="${id}"><path d="${almond}"/></clipPath>
    ${shape(almond, '#fdfaf6')}
    <g clip-path="url(#${id})"><circle cx="2" cy="-2" r="${17 * eyes.size}" fill="${iris}"/>
      <circle cx="2" cy="-2" r="${8.5 * eyes.size}" fill="#1d1418"/>
      <path d="${lid}" fill="none" stroke="#3a2420" stroke-width="16" opacity=".22"/></g>
    <circle cx="${s * 7 + 1}" cy="-8" r="4.6" fill="#fff"/>
    ${line(lid, '#33211f', isFemale ? 7.5 : 5.5)}
    ${isFemale ? line(`M${w - 3} ${outer - 2}L${w + 14} ${outer - 13}M${w - 12} ${outer - 11}L${w + 1} ${outer - 23}`, '#33211f', 5) : ''}
    ${line(`M${-w * 0.5} ${bottom * 0.9 + 2}C0 ${bottom * 1.2 + 2} ${w * 0.4} ${bottom * 1.1 + 2} ${w * 0.8} ${bottom * 0.5}`, skin.dark, 3.5, 0.7)}
    ${age > 50 ? line(`M${-w * 0.6} ${bottom + 18}C0 ${bottom + 28} ${w * 0.5} ${bottom + 25} ${w * 0.9} ${bottom + 12}`, skin.dark, 4.5, 0.6) : ''}</g>`
}

function renderBrow({ brows, eyes, hair, hairColour, gender }: Appearance, s: number) {
  const { thickness: t, arch, height } = brows
  const colour = hairColour === 'grey' || hairColour === 'blond' ? hair.dark : hair.base
  const x = (n: number) => s * (eyes.distance + n)
  const y = -height
  const tail = gender === 'male' ? 3 : 5
  return shape(
    `M${x(-38)} ${y + 4}C${x(-16)} ${y - arch * 0.8} ${x(14)} ${y - arch * 1.25} ${x(48)} ${y + tail}` +
      `C${x(18)} ${y - arch * 0.7 + t * 0.5} ${x(-12)} ${y - arch * 0.3 + t * 0.85} ${x(-40)} ${y + t + 2}C${x(-44)} ${y + t} ${x(-43)} ${y + 6} ${x(-38)} ${y + 4}Z`,
    colour,
  )
}

function renderNose({ nose: { width: w, length, kind }, skin }: Appearance) {
  const bridge = kind === 'straight' ? 10 : 6
  const tip = { soft: 0, straight: -3, round: 5 }[kind]
  // The shadow falls to the right, as on the whole face.
  return `${shape(`M12 14C${bridge + 12} 40 ${w + 2} ${length - 36} ${w + 3} ${length - 12}C${w} ${length + 6 + tip} 12 ${length + 8 + tip} 4 ${length + 4 + tip}C20 ${length - 10} 12 46 12 14Z`, skin.dark, 0.5)}
    ${line(`M${-w} ${length - 10}C${-w - 5} ${length + 4} ${-w * 0.6} ${length + 6} ${-w * 0.45} ${length + 3}C${-w * 0.2} ${length + 12 + tip} ${w * 0.25} ${length + 12 + tip} ${w * 0.5} ${length + 3}C${w * 0.7} ${length + 6} ${w + 5} ${length + 3} ${w} ${length - 12}`, skin.dark, 5.5, 0.95)}
    <ellipse cx="-5" cy="${length - 16}" rx="9" ry="12" fill="${skin.light}" opacity=".55"/>`
}

function renderMouth({ mouth: { width: w, fullness: f }, skin, gender, nose }: Appearance, smile: string) {
  const y = nose.length + 62
  const lips = gender === 'female' ? skin.lips : mix(skin.lips, skin.dark)
  const curve = smile === 'soft' ? 16 : 27
  const shadow = shape(
    `M-34 ${y + curve + 22 * f + 8}C-16 ${y + curve + 22 * f + 20} 16 ${y + curve + 22 * f + 20} 34 ${y + curve + 22 * f + 8}C16 ${y + curve + 22 * f + 12} -16 ${y + curve + 22 * f + 12} -34 ${y + curve + 22 * f + 8}Z`,
    skin.dark,
    0.6,
  )
  if (smile !== 'open') {
    return `${shape(`M${-w} ${y - 4}C${-w * 0.4} ${y - 7 * f} -14 ${y - 12 * f} 0 ${y - 6 * f}C14 ${y - 12 * f} ${w * 0.4} ${y - 9 * f} ${w} ${y}C${w * 0.5} ${y + curve + 24 * f} ${-w * 0.5} ${y + curve + 24 * f} ${-w} ${y}Z`, lips)}
      ${line(`M${-w} ${y}C${-w * 0.45} ${y + curve} ${w * 0.45} ${y + curve} ${w} ${y}`, '#6b2a2c', 5, 0.85)}
      ${both((s) => line(`M${s * w} ${y - 6}C${s * (w + 9)} ${y - 2} ${s * (w + 9)} ${y + 6} ${s * (w + 3)} ${y + 10}`, skin.dark, 4.5, 0.7))}${shadow}`
  }
  return `${shape(`M${-w - 4} ${y - 4}C${-w * 0.4} ${y - 8 * f} -14 ${y - 12 * f} 0 ${y - 7 * f}C14 ${y - 12 * f} ${w * 0.4} ${y - 8 * f} ${w + 4} ${y - 4}C${w * 0.72} ${y + 48 + 8 * f} ${-w * 0.72} ${y + 48 + 8 * f} ${-w - 4} ${y - 4}Z`, lips)}
    <clipPath id="mouth"><path d="M${-w + 8} ${y + 2}C${-w * 0.4} ${y + 5} ${w * 0.4} ${y + 5} ${w - 8} ${y + 2}C${w * 0.62} ${y + 37} ${-w * 0.62} ${y + 37} ${-w + 8} ${y + 2}Z"/></clipPath>
    <g clip-path="url(#mouth)"><rect x="${-w}" y="${y - 4}" width="${w * 2}" height="60" fill="#6d2029"/>
      <rect x="${-w}" y="${y - 4}" width="${w * 2}" height="27" rx="6" fill="#fffaf3"/></g>
    ${both((s) => line(`M${s * (w + 6)} ${y - 12}C${s * (w + 15)} ${y - 5} ${s * (w + 14)} ${y + 5} ${s * (w + 7)} ${y + 11}`, skin.dark, 4.5, 0.7))}`
}

function renderAgeLines({ age, skin, nose, mouth, eyes }: Appearance, isSmiling: boolean) {
  const y = nose.length
  const parts: string[] = []
  if (age > 33 || isSmiling) {
    const strength = Math.min(0.85, 0.25 + (age - 33) / 50)
    parts.push(
      both((s) =>
        line(
          `M${s * (nose.width + 16)} ${y - 6}C${s * (nose.width + 40)} ${y + 12} ${s * (mouth.width + 26)} ${y + 34} ${s * (mouth.width + 24)} ${y + 62}`,
          skin.dark,
          4 + Math.min(3, Math.max(0, age - 40) / 8),
          Math.max(0.25, strength),
        ),
      ),
    )
  }
  if (age > 40) {
    const out = eyes.distance + 50
    parts.push(
      both((s) =>
        line(
          `M${s * out} -4L${s * (out + 22)} -14M${s * (out + 1)} 6L${s * (out + 25)} 7${age > 54 ? `M${s * (out - 3)} 15L${s * (out + 19)} 25` : ''}`,
          skin.dark,
          4,
          0.6,
        ),
      ),
    )
  }
  if (age > 48) {
    parts.push(line('M-72 -118C-30 -126 30 -126 72 -118', skin.dark, 4.5, 0.45))
    if (age > 56) parts.push(line('M-62 -146C-26 -153 26 -153 62 -146', skin.dark, 4.5, 0.4))
    parts.push(line('M-9 -40L-11 -62M9 -40L11 -62', skin.dark, 4, 0.45))
  }
  return parts.join('')
}

/** Returns the middle of two colours of the form `#rrggbb`. */
export function mix(one: string, other: string) {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const middle = (at: number) => Math.round((channel(one, at) + channel(other, at)) / 2)
  return `#${[1, 3, 5].map((at) => middle(at).toString(16).padStart(2, '0')).join('')}`
}
