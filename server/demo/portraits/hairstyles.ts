/** Paths in the units of the figure: eyes at (0, 0), top of the head at -262, temples at about ±197. */
export interface Hairstyle {
  /** Behind head and shoulders: a path, or elements. */
  back?: string
  /** On the head. */
  front?: string
  /** Over the clothes. */
  locks?: string
  /** Curls and the like, in the colours of the hair. */
  tufts?: (base: string, light: string) => string
  isLong?: boolean
  isAfro?: boolean
  /** A cloth, and not hair. */
  cover?: boolean
  minAge?: number
  maxAge?: number
}

const centreParted =
  'M0 -292C150 -298 232 -200 230 0L224 120C214 90 206 60 203 30C200 -60 130 -130 4 -220C-120 -130 -200 -60 -203 30C-206 60 -214 90 -224 120L-230 0C-232 -200 -150 -298 0 -292Z'
const sideParted =
  'M-84 -282C90 -326 240 -214 230 0L222 110C212 80 206 40 203 16C190 -60 90 -130 -62 -196C-130 -150 -194 -70 -203 26C-206 50 -214 80 -224 110L-230 0C-236 -150 -180 -258 -84 -282Z'
const bangs =
  'M0 -296C150 -298 232 -200 230 0L222 120C212 90 204 50 202 20C202 -30 198 -58 190 -82C150 -62 112 -70 70 -64C30 -60 -30 -60 -70 -64C-112 -70 -150 -62 -190 -82C-198 -58 -202 -30 -202 20C-204 50 -212 90 -222 120L-230 0C-232 -200 -150 -298 0 -296Z'
const curtain =
  'M0 -296C150 -300 232 -200 230 0L222 130C212 96 206 66 200 44C196 -10 150 -54 96 -82C50 -108 18 -156 0 -206C-18 -156 -50 -108 -96 -82C-150 -54 -196 -10 -200 44C-206 66 -212 96 -222 130L-230 0C-232 -200 -150 -300 0 -296Z'
const swept =
  'M0 -288C140 -290 220 -200 216 -20L203 24C198 -70 150 -170 0 -190C-150 -170 -198 -70 -203 24L-216 -20C-220 -200 -140 -290 0 -288Z'
const longSweep =
  'M60 -290C190 -270 236 -170 228 10L222 120C212 86 206 50 202 20C196 -40 160 -150 76 -200C20 -120 -110 -80 -200 -26C-203 40 -210 80 -222 120L-230 0C-236 -190 -100 -316 60 -290Z'

const straightBack =
  'M0 -304C170 -306 252 -200 248 -20C252 130 262 300 268 440C270 500 200 500 150 500H-150C-200 500 -270 500 -268 440C-262 300 -252 130 -248 -20C-252 -200 -170 -306 0 -304Z'
const wavyBack =
  'M0 -306C176 -308 262 -200 254 -30C246 40 306 90 292 160C280 220 316 270 296 340C284 400 312 460 262 520C200 560 -200 560 -262 520C-312 460 -284 400 -296 340C-316 270 -280 220 -292 160C-306 90 -246 40 -254 -30C-262 -200 -176 -308 0 -306Z'
const bobBack =
  'M0 -302C170 -304 250 -204 248 -30C250 60 262 150 250 236C240 280 190 276 150 262H-150C-190 276 -240 280 -250 236C-262 150 -250 60 -248 -30C-250 -204 -170 -304 0 -302Z'
const lobBack =
  'M0 -304C172 -306 252 -202 250 -26C254 90 272 220 270 330C266 392 200 384 160 372H-160C-200 384 -266 392 -270 330C-272 220 -254 90 -250 -26C-252 -202 -172 -306 0 -304Z'
const straightLocks =
  'M-228 20C-262 160 -266 330 -246 500C-214 520 -190 500 -186 470C-196 330 -214 160 -204 40ZM228 20C262 160 266 330 246 500C214 520 190 500 186 470C196 330 214 160 204 40Z'
const wavyLocks =
  'M-230 20C-284 110 -244 200 -282 290C-304 390 -250 440 -262 530C-220 550 -186 500 -206 420C-222 340 -180 270 -214 190C-232 130 -206 90 -204 40ZM230 20C284 110 244 200 282 290C304 390 250 440 262 530C220 550 186 500 206 420C222 340 180 270 214 190C232 130 206 90 204 40Z'

function curls(points: readonly (readonly [x: number, y: number, radius: number])[]) {
  return points.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('')
}

/** Circles around the head, from one side over the top to the other. */
function ringOfCurls({ radius, size, from, count }: { radius: number; size: number; from: number; count: number }) {
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (from + ((1 - 2 * from) * index) / (count - 1))
    const x = Math.round(-Math.cos(angle) * radius)
    const y = Math.round(-Math.sin(angle) * radius * 1.06 - 30)
    return [x, y, size + (index % 3) * 7] as const
  })
}

const curlyFront =
  'M0 -300C156 -300 236 -190 226 10L202 40C206 -50 166 -132 96 -160C40 -176 -40 -176 -96 -160C-166 -132 -206 -50 -202 40L-226 10C-236 -190 -156 -300 0 -300Z'
const topCurls = (radius: number, size: number, count: number) => (base: string, light: string) =>
  `<g fill="${base}">${curls(ringOfCurls({ radius, size, from: 0.06, count }))}</g>` +
  `<g fill="none" stroke="${light}" stroke-width="7" stroke-linecap="round" opacity=".4">${ringOfCurls({
    radius: radius - 8,
    size,
    from: 0.12,
    count: count - 2,
  })
    .map(([x, y, r]) => `<path d="M${x - r * 0.4} ${y + 2}A${r * 0.5} ${r * 0.5} 0 0 1 ${x + r * 0.4} ${y - 2}"/>`)
    .join('')}</g>`

const curlyBack = curls([
  ...ringOfCurls({ radius: 236, size: 66, from: -0.18, count: 15 }),
  [-246, 120, 74],
  [-256, 210, 78],
  [-226, 300, 76],
  [246, 120, 74],
  [256, 210, 78],
  [226, 300, 76],
  [-140, 320, 80],
  [140, 320, 80],
])
const afroBack = curls([...ringOfCurls({ radius: 268, size: 84, from: -0.12, count: 17 }), [0, -80, 290]])

export const femaleStyles: readonly Hairstyle[] = [
  { back: straightBack, front: centreParted, locks: straightLocks, isLong: true },
  { back: straightBack, front: bangs, locks: straightLocks, isLong: true },
  { back: wavyBack, front: sideParted, locks: wavyLocks, isLong: true },
  { back: wavyBack, front: curtain, locks: wavyLocks, isLong: true },
  { back: wavyBack, front: longSweep, locks: wavyLocks, isLong: true },
  { back: straightBack, front: longSweep, isLong: true },
  { back: lobBack, front: centreParted },
  { back: lobBack, front: curtain },
  { back: lobBack, front: sideParted },
  { back: bobBack, front: bangs },
  { back: bobBack, front: sideParted },
  { back: bobBack, front: longSweep },
  { back: '<circle cx="0" cy="-330" r="92"/>', front: swept },
  { back: '<circle cx="0" cy="-318" r="80"/>', front: curtain },
  {
    back: 'M60 -250C250 -290 330 -120 300 60C290 200 330 300 270 420C230 330 250 200 210 80C190 -20 150 -120 60 -160Z',
    front: swept,
  },
  { back: curlyBack, front: curlyFront, tufts: topCurls(222, 50, 11) },
  { back: curlyBack, front: centreParted, tufts: topCurls(236, 40, 12) },
  { back: afroBack, front: curlyFront, isAfro: true, tufts: topCurls(240, 54, 11) },
  { back: afroBack, front: curlyFront, isAfro: true, tufts: topCurls(250, 60, 10) },
  {
    front:
      'M30 -306C190 -290 236 -190 222 -30L204 30C206 -30 190 -90 160 -130C80 -90 -70 -84 -186 -60C-198 -30 -203 10 -204 40L-222 -20C-240 -200 -110 -320 30 -306Z',
  },
  {
    front:
      'M-40 -312C150 -326 244 -200 220 -20L203 36C204 -30 190 -100 150 -150C60 -130 -80 -150 -140 -190C-190 -140 -200 -50 -203 36L-222 -20C-236 -180 -160 -300 -40 -312Z',
  },
]

export const headscarf: Hairstyle = {
  cover: true,
  back: 'M0 -320C190 -320 270 -190 262 -10C264 160 280 300 330 440C250 540 -250 540 -330 440C-280 300 -264 160 -262 -10C-270 -190 -190 -320 0 -320Z',
  front:
    'M0 -316C186 -316 262 -190 254 0C250 140 200 280 60 380C180 300 196 120 190 0C180 -130 110 -190 0 -194C-110 -190 -180 -130 -190 0C-196 120 -180 300 -60 380C-200 280 -250 140 -254 0C-262 -190 -186 -316 0 -316Z',
}

export const beanie: Hairstyle = {
  cover: true,
  tufts: () => {
    const ribs = Array.from({ length: 15 }, (_, index) => `M${-210 + index * 30} -146V-82`).join('')
    return `<path d="M-236 -132C-150 -166 150 -166 236 -132C240 -100 238 -78 232 -56C150 -94 -150 -94 -232 -56C-238 -78 -240 -100 -236 -132Z" fill="#00000026"/>
      <path d="${ribs}" stroke="#00000022" stroke-width="6"/>`
  },
  front:
    'M0 -352C160 -352 236 -250 234 -110C236 -96 236 -76 230 -64C150 -100 -150 -100 -230 -64C-236 -76 -236 -96 -234 -110C-236 -250 -160 -352 0 -352Z',
}

const shortAfro =
  'M0 -322C170 -322 240 -216 222 -60L204 0C206 -80 190 -140 150 -166C60 -184 -60 -184 -150 -166C-190 -140 -206 -80 -204 0L-222 -60C-240 -216 -170 -322 0 -322Z'
export const curlyTop: Hairstyle = { front: shortAfro, tufts: topCurls(228, 34, 15) }

export const maleStyles: readonly Hairstyle[] = [
  {
    front:
      'M-70 -306C90 -336 236 -250 218 -60L204 10C206 -70 186 -130 150 -172C40 -146 -70 -168 -130 -196C-186 -150 -204 -70 -204 10L-218 -60C-230 -220 -160 -290 -70 -306Z',
  },
  {
    front:
      'M70 -310C210 -290 234 -190 218 -60L204 10C206 -70 196 -140 140 -196C70 -168 -60 -146 -150 -172C-186 -130 -206 -70 -204 10L-218 -60C-236 -250 -90 -336 70 -310Z',
  },
  {
    front:
      'M-20 -352C160 -372 250 -262 216 -60L204 6C206 -76 190 -140 156 -186C70 -214 -60 -196 -146 -180C-190 -140 -206 -76 -204 6L-216 -60C-240 -190 -170 -300 -120 -300C-100 -336 -60 -350 -20 -352Z',
  },
  {
    front:
      'M0 -290C140 -290 222 -206 214 -60L204 -6C202 -80 180 -150 140 -184C60 -204 -60 -204 -140 -184C-180 -150 -202 -80 -204 -6L-214 -60C-222 -206 -140 -290 0 -290Z',
  },
  {
    front:
      'M0 -280C132 -280 212 -200 208 -56L203 -14C198 -90 172 -160 130 -192C60 -208 -60 -208 -130 -192C-172 -160 -198 -90 -203 -14L-208 -56C-212 -200 -132 -280 0 -280Z',
  },
  {
    front:
      'M10 -322C160 -326 244 -226 222 -50L204 20C206 -50 196 -100 176 -128L120 -96L92 -134L40 -92L4 -136L-54 -94L-84 -136L-132 -100L-164 -138C-196 -100 -206 -50 -204 20L-222 -50C-246 -220 -140 -318 10 -322Z',
    maxAge: 45,
  },
  { front: shortAfro, tufts: topCurls(226, 40, 13), maxAge: 55 },
  {
    front:
      'M-30 -330C150 -350 250 -240 222 -50L204 16C208 -60 180 -130 130 -150C60 -100 -60 -96 -120 -150C-180 -130 -208 -60 -204 16L-222 -50C-240 -210 -150 -318 -30 -330Z',
    maxAge: 50,
  },
  { back: lobBack, front: centreParted, maxAge: 48, isLong: true },
  { back: bobBack, front: curtain, maxAge: 42, isLong: true },
  { back: '<circle cx="0" cy="-322" r="62"/>', front: swept, maxAge: 45 },
  {
    front:
      'M0 -284C136 -284 214 -200 210 -56L203 0C204 -90 188 -160 150 -206C110 -236 70 -196 0 -226C-70 -196 -110 -236 -150 -206C-188 -160 -204 -90 -203 0L-210 -56C-214 -200 -136 -284 0 -284Z',
    minAge: 34,
  },
  {
    front:
      'M-200 -120C-214 -80 -216 -30 -204 30C-200 -30 -196 -80 -180 -130ZM200 -120C214 -80 216 -30 204 30C200 -30 196 -80 180 -130Z',
    minAge: 42,
  },
  { minAge: 30 },
]
