import type { Appearance } from './appearance.ts'
import { both, line, shape } from './strokes.ts'

/** Renders neck and head without features: what hair and clothes are placed on. */
export function renderNeck({ gender, skin, bodyType, head }: Appearance) {
  const width = (gender === 'male' ? 98 : 76) + { slim: -6, normal: 0, fat: 14 }[bodyType]
  const chin = head.length
  return `${shape(`M${-width} 120V${chin + 58}C${-width} ${chin + 104} ${-width - 90} ${chin + 126} ${-width - 150} ${chin + 150}V${chin + 270}H${width + 150}V${chin + 150}C${width + 90} ${chin + 126} ${width} ${chin + 104} ${width} ${chin + 58}V120Z`, skin.base)}
    ${shape(`M${-width} ${chin - 90}C${-width + 30} ${chin + 62} ${width - 10} ${chin + 70} ${width} ${chin - 90}V${chin + 20}C${width - 20} ${chin + 58} ${-width + 50} ${chin + 52} ${-width} ${chin - 20}Z`, skin.dark, 0.75)}
    ${line(`M${-width * 0.5} ${chin + 106}C${-width * 0.36} ${chin + 120} -24 ${chin + 134} -14 ${chin + 144}M${width * 0.5} ${chin + 106}C${width * 0.36} ${chin + 120} 24 ${chin + 134} 14 ${chin + 144}`, skin.dark, 5, 0.5)}`
}

export function headPath({ head: { width, jaw, chin, length } }: Appearance) {
  const side = (s: number) =>
    `C${s * width} 62 ${s * width * 0.98} 108 ${s * jaw} ${length * 0.69}` +
    `C${s * (jaw - 22)} ${length * 0.86} ${s * (chin + 22)} ${length} 0 ${length}`
  // Down the right side, and back up by the mirrored left one.
  return (
    `M0 -262C${width * 0.68} -262 ${width} -176 ${width} -40${side(1)}` +
    `C${-(chin + 22)} ${length} ${-(jaw - 22)} ${length * 0.86} ${-jaw} ${length * 0.69}` +
    `C${-width * 0.98} 108 ${-width} 62 ${-width} -40C${-width} -176 ${-width * 0.68} -262 0 -262Z`
  )
}

export function renderHead(looks: Appearance) {
  const { skin, hasFreckles, age } = looks
  const path = headPath(looks)
  return `${both((s) => renderEar(looks, s))}
    <clipPath id="head"><path d="${path}"/></clipPath>
    ${shape(path, skin.base)}
    <g clip-path="url(#head)">
      <linearGradient id="cheek"><stop offset=".6" stop-color="${skin.dark}" stop-opacity="0"/>
        <stop offset="1" stop-color="${skin.dark}" stop-opacity=".6"/></linearGradient>${shape(path, 'url(#cheek)')}
      <radialGradient id="blush"><stop stop-color="${skin.blush}" stop-opacity="${age > 55 ? 0.3 : 0.5}"/>
        <stop offset="1" stop-color="${skin.blush}" stop-opacity="0"/></radialGradient>
      ${both((s) => `<ellipse cx="${s * 114}" cy="86" rx="76" ry="54" fill="url(#blush)"/>`)}
      ${hasFreckles ? renderFreckles(skin.dark) : ''}
    </g>`
}

function renderEar({ head: { width }, skin, earrings }: Appearance, s: number) {
  return `<ellipse cx="${s * (width + 8)}" cy="22" rx="27" ry="46" fill="${s > 0 ? skin.dark : skin.base}"/>
    ${line(`M${s * (width + 18)} -2C${s * (width + 2)} -6 ${s * (width + 2)} 34 ${s * (width + 12)} 44`, skin.dark, 5, 0.8)}
    ${earrings === 'stud' ? `<circle cx="${s * (width + 12)}" cy="72" r="8" fill="#f2c14e"/>` : ''}
    ${earrings === 'hoop' ? `<circle cx="${s * (width + 12)}" cy="92" r="25" fill="none" stroke="#e0aa3e" stroke-width="6"/>` : ''}`
}

function renderFreckles(colour: string) {
  const spots = [
    [-128, 78],
    [-106, 66],
    [-90, 84],
    [-112, 98],
    [-70, 72],
    [-44, 66],
    [128, 78],
    [106, 66],
    [90, 84],
    [112, 98],
    [70, 72],
    [44, 66],
    [0, 58],
  ]
  return spots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${colour}" opacity=".7"/>`).join('')
}
